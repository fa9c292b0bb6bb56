/** Members whose value is the name of a person wherever they are marked personal: shown shortened. Other personal members are left out. */
export const nameKeys = new Set([
  "name",
  "full_name",
  "display_name",
  "legal_name",
  "first_name",
  "middle_name",
  "last_name",
  "given_names",
  "family_name",
  "surname"
])

/** These stay inside even where a model forgot its mark. */
export const neverShown = new Set([
  "issuer",
  "holder_names",
  "extracted_address",
  "document_number",
  "mrz",
  "image",
  "portrait",
  "email",
  "phone",
  "date_of_birth"
])
