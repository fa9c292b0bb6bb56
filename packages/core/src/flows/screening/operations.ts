import { operations as erasure } from "../erasure/screening-subjects.ts"
import { operations as monitoring } from "./monitoring-operations.ts"
import { operations as review } from "../../resources/screening/hits/review.ts"
import { operations as screenings } from "./screenings.ts"
import { operations as subjects } from "./subjects.ts"

export const operations = [...subjects, ...erasure, ...screenings, ...review, ...monitoring] as const
