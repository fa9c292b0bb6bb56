import { operations as erasure } from "./erase.ts"
import { operations as monitoring } from "./monitoring-operations.ts"
import { operations as review } from "./review.ts"
import { operations as screenings } from "./screenings.ts"
import { operations as subjects } from "./subjects.ts"

export const operations = [...subjects, ...erasure, ...screenings, ...review, ...monitoring] as const
