import type { PoaPolicy, PoaPresetName } from "./policy.ts"
import { PoaDocumentType, poaTypes } from "./types.ts"

/** A regional starting point: a complete policy, what it rests on, and what a compliance officer has to confirm before relying on it. */
export interface PoaPreset {
  readonly key: PoaPresetName
  readonly label: string
  readonly basis: string
  /** Never empty: no preset replaces the judgement of the person who answers for it. */
  readonly needs_sign_off: ReadonlyArray<string>
  readonly policy: PoaPolicy
}

const all = PoaDocumentType.literals
const except = (...refused: ReadonlyArray<PoaDocumentType>) => all.filter((type) => !refused.includes(type))

const tableAges: PoaPolicy["max_age_days"] = {
  utility_bill: poaTypes.utility_bill.default_max_age_days,
  telecom_bill: poaTypes.telecom_bill.default_max_age_days,
  mobile_phone_bill: poaTypes.mobile_phone_bill.default_max_age_days,
  bank_statement: poaTypes.bank_statement.default_max_age_days,
  credit_card_statement: poaTypes.credit_card_statement.default_max_age_days,
  mortgage_statement: poaTypes.mortgage_statement.default_max_age_days,
  bank_letter: poaTypes.bank_letter.default_max_age_days,
  insurance_statement: poaTypes.insurance_statement.default_max_age_days,
  tax_document: poaTypes.tax_document.default_max_age_days,
  council_tax_bill: poaTypes.council_tax_bill.default_max_age_days,
  government_letter: poaTypes.government_letter.default_max_age_days,
  residence_certificate: poaTypes.residence_certificate.default_max_age_days,
  identity_document: poaTypes.identity_document.default_max_age_days,
  lease_agreement: poaTypes.lease_agreement.default_max_age_days,
  employer_letter: poaTypes.employer_letter.default_max_age_days
}

const global: PoaPolicy = {
  preset: "global",
  accepted_types: all,
  accepted_countries: "any",
  review_only_types: all.filter((type) => poaTypes[type].review_only),
  max_age_days: tableAges,
  country_overrides: {},
  grace_days: 15,
  lease_min_months_left: 0,
  require_issuing_country: false,
  allow_po_box: false,
  allow_military_po_box: false,
  allow_business_address: "review",
  min_independent_sources: 1,
  must_differ_from_id_document: true,
  languages: "any",
  name: { pass: 0.9, review: 0.75 },
  address: { pass: 0.85, review: 0.65 },
  forensics: {
    fail_flags: ["modified_after_signing", "overlay_text", "template_known_forgery", "low_quality", "cropped"],
    review_flags: ["screenshot", "edited_software", "metadata_mismatch"]
  },
  missing_reference: "allow",
  flags: []
}

const ninetyDays: PoaPolicy["max_age_days"] = {
  ...tableAges,
  mortgage_statement: 90,
  insurance_statement: 90,
  tax_document: 90,
  council_tax_bill: 90,
  government_letter: 90,
  residence_certificate: 90,
  lease_agreement: 90
}

const eu: PoaPolicy = { ...global, preset: "eu", lease_min_months_left: 2 }

/** The regional presets: starting values that a compliance officer has to confirm. */
export const poaPresets: Readonly<Record<PoaPresetName, PoaPreset>> = {
  global: {
    key: "global",
    label: "Global default",
    basis: "Market practice: three months for bills and statements, twelve for yearly documents and letters of public bodies.",
    needs_sign_off: ["The windows, the grace of 15 days and the thresholds follow common practice and no single rule of law."],
    policy: global
  },
  in: {
    key: "in",
    label: "India",
    basis: "Reserve Bank of India, KYC direction: deemed officially valid documents, as restated by banks.",
    needs_sign_off: [
      "A deemed officially valid document has to be followed by an officially valid document with the current address within 90 days.",
      "Mobile phone bills pass only when they are post-paid; prepaid receipts have to be refused by the reviewer or the workflow.",
      "A letter from an employer counts only as an allotment of accommodation by a public or regulated employer, so a person reviews it.",
      "Bank statements are accepted here; regulated entities that hold to the list of the direction should remove them."
    ],
    policy: {
      ...global,
      preset: "in",
      review_only_types: global.review_only_types.filter((type) => type !== "mobile_phone_bill"),
      max_age_days: { ...tableAges, utility_bill: 60, telecom_bill: 60, mobile_phone_bill: 60 },
      flags: ["ovd_followup_90d"]
    }
  },
  ca: {
    key: "ca",
    label: "Canada",
    basis: "FINTRAC, dual-process method: two independent and reliable sources.",
    needs_sign_off: [
      "The second source may also be a credit file; run it as a database check and pass it in as a source.",
      "Whether each issuer is a reliable source in the sense of the guidance is for the reporting entity to decide."
    ],
    policy: {
      ...global,
      preset: "ca",
      accepted_types: [
        "utility_bill",
        "telecom_bill",
        "bank_statement",
        "credit_card_statement",
        "mortgage_statement",
        "bank_letter",
        "tax_document",
        "council_tax_bill",
        "government_letter"
      ],
      min_independent_sources: 2
    }
  },
  au: {
    key: "au",
    label: "Australia",
    basis: "AUSTRAC, secondary documents: bills and rates notices of three months, notices of government and tax office of twelve.",
    needs_sign_off: ["The windows are restated from memory of the rules and have to be checked against the current text."],
    policy: { ...global, preset: "au", max_age_days: { ...tableAges, council_tax_bill: 90 } }
  },
  uk: {
    key: "uk",
    label: "United Kingdom",
    basis: "Market practice under the guidance of the JMLSG; mobile phone bills are refused.",
    needs_sign_off: ["Check the windows against the current JMLSG guidance, part I, chapter 5."],
    policy: { ...global, preset: "uk", accepted_types: except("mobile_phone_bill") }
  },
  eu: {
    key: "eu",
    label: "European Economic Area, strict",
    basis: "Practice of regulated firms in the European Economic Area: three months for bills and statements.",
    needs_sign_off: ["National rules of the member state differ; leases need at least two months left to run."],
    policy: eu
  },
  eu_lenient: {
    key: "eu_lenient",
    label: "European Economic Area, lenient",
    basis: "As the strict variant, with six months for bills and statements, as some regulated firms allow.",
    needs_sign_off: ["Six months are more than several national supervisors accept; confirm for each member state you serve."],
    policy: {
      ...eu,
      preset: "eu_lenient",
      max_age_days: { ...tableAges, utility_bill: 180, telecom_bill: 180, bank_statement: 180, credit_card_statement: 180 }
    }
  },
  us: {
    key: "us",
    label: "United States",
    basis:
      "Own judgement: the customer identification rule sets no age for documents and asks for a residential or business street address.",
    needs_sign_off: [
      "Windows of 60 days for bills and 90 for statements are ours; the rule leaves them to the institution.",
      "Post office boxes of the armed forces (APO, FPO, DPO) are let through, as the rule names them as an alternative."
    ],
    policy: {
      ...global,
      preset: "us",
      max_age_days: { ...tableAges, utility_bill: 60, telecom_bill: 60, mobile_phone_bill: 60 },
      allow_military_po_box: true
    }
  },
  sg: {
    key: "sg",
    label: "Singapore",
    basis: "Market practice: three months for every type.",
    needs_sign_off: ["Check against the current notices of the Monetary Authority of Singapore."],
    policy: { ...global, preset: "sg", max_age_days: ninetyDays }
  },
  ae: {
    key: "ae",
    label: "United Arab Emirates",
    basis: "Market practice: three months for every type.",
    needs_sign_off: [
      "Check against the current rules of the central bank and of the free zone concerned.",
      "Mail in the Emirates goes to post office boxes: a bill that shows only a box is refused, one that also shows the premises is not."
    ],
    policy: { ...global, preset: "ae", max_age_days: ninetyDays }
  }
}
