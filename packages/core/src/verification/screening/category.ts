import { Schema } from "effect"

/** What the lists of a screening are about. */
export const Category = Schema.Literals(["sanctions", "pep", "adverse_media", "watchlist", "internal"]).annotate({
  identifier: "ScreeningCategory"
})
export type Category = typeof Category.Type
export const allCategories: ReadonlyArray<Category> = Category.literals
