import type { PoaPolicy, PoaPresetName } from "./policy.ts"
import { PoaDocumentType, poaTypes } from "./types.ts"

/** A regional starting point: a complete policy, what it rests on, and what a compliance officer has to confirm before relying on it. */
interface PoaPreset {
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
    review_flags: ["screenshot", "edited_software", "metadata_mismatch", "altered_text"]
  },
  missing_reference: "allow",
  flags: [],
  required_assurance: { pdf: "consistency", picture: "template" }
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
    basis:
      "Starting value, not taken from a rule: three months for bills and statements, twelve months for yearly documents and letters of public bodies.",
    needs_sign_off: [
      "A compliance officer has to confirm the windows, the grace of 15 days and the thresholds; they follow common practice and no single rule of law."
    ],
    policy: global
  },
  in: {
    key: "in",
    label: "India",
    basis:
      "Reserve Bank of India, Master Direction on Know Your Customer: documents that are deemed officially valid for the limited purpose of proof of address; utility bills at most two months old. Other windows are starting values.",
    needs_sign_off: [
      "The direction requires an officially valid document with the current address within three months after a deemed one; the policy counts 90 days.",
      "The direction accepts only post-paid mobile phone bills; a reviewer or the workflow has to refuse prepaid receipts.",
      "A letter from an employer counts only if a public, regulated or listed employer allots accommodation, so a person reviews it.",
      "This preset accepts bank statements; regulated entities should check the current direction and remove them if it does not list them."
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
    basis:
      "FINTRAC guidance on methods to verify identity, dual-process method: two independent and reliable sources. The windows are starting values.",
    needs_sign_off: [
      "The second source may also be a credit file; run it as a database check and add it as a source.",
      "The reporting entity has to decide whether each issuer is a reliable source in the sense of the guidance, and to confirm the windows."
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
    basis:
      "Starting value: three months for bills and rates notices, twelve for notices of government and tax office, as for secondary documents under the Anti-Money Laundering and Counter-Terrorism Financing Rules Instrument 2007 (AUSTRAC).",
    needs_sign_off: [
      "The AML/CTF Rules 2025 replaced the instrument of 2007: a compliance officer has to confirm the windows against the current rules and AUSTRAC guidance."
    ],
    policy: { ...global, preset: "au", max_age_days: { ...tableAges, council_tax_bill: 90 } }
  },
  uk: {
    key: "uk",
    label: "United Kingdom",
    basis: "Starting value, not taken from a rule: market practice in the United Kingdom; mobile phone bills are refused.",
    needs_sign_off: ["A compliance officer has to confirm the windows against the current JMLSG guidance, part I, chapter 5."],
    policy: { ...global, preset: "uk", accepted_types: except("mobile_phone_bill") }
  },
  eu: {
    key: "eu",
    label: "European Economic Area, strict",
    basis:
      "Starting value, not taken from a rule: practice of regulated firms in the European Economic Area, three months for bills and statements.",
    needs_sign_off: [
      "A compliance officer has to confirm the policy for each member state, since national rules differ; leases need at least two months left to run."
    ],
    policy: eu
  },
  eu_lenient: {
    key: "eu_lenient",
    label: "European Economic Area, lenient",
    basis:
      "Starting value, not taken from a rule: the strict variant with six months for bills and statements, as some regulated firms allow.",
    needs_sign_off: [
      "Some national supervisors may accept less than six months: a compliance officer has to confirm it for each member state that you serve."
    ],
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
      "31 CFR 1020.220 (FinCEN, customer identification programs of banks) requires a residential or business street address and sets no age for documents. The windows are starting values.",
    needs_sign_off: [
      "A compliance officer has to confirm the windows of 60 days for bills and 90 for statements; the rule leaves them to the institution.",
      "Military post office boxes (APO, FPO, DPO) are accepted. The rule names APO and FPO for people without a street address; DPO has to be confirmed."
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
    basis: "Starting value, not taken from a rule: three months for every type.",
    needs_sign_off: [
      "A compliance officer has to confirm the windows against the current notices of the Monetary Authority of Singapore, such as Notice 626 for banks."
    ],
    policy: { ...global, preset: "sg", max_age_days: ninetyDays }
  },
  ae: {
    key: "ae",
    label: "United Arab Emirates",
    basis: "Starting value, not taken from a rule: three months for every type.",
    needs_sign_off: [
      "A compliance officer has to confirm the windows against the current rules of the central bank and of the free zone concerned.",
      "Mail in the Emirates goes to post office boxes. A bill that shows only a box is refused; a bill that also shows the premises is accepted."
    ],
    policy: { ...global, preset: "ae", max_age_days: ninetyDays }
  }
}
