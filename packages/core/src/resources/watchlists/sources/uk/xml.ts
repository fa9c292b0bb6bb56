import { readDay } from "../dates.ts"
import { EntryDraft, type ListEntry } from "../../editions/entry.ts"
import type { ReadingNotes } from "../reading.ts"
import { languageTagOf, scriptCodeOf } from "../scripts.ts"
import { ukAddress, ukBirth, ukBirthPlace, ukCountry, ukGender, ukName, ukNationalities, ukRegime, ukType } from "./entry.ts"
import { elementsAt, knownPaths, noteUnknown, textAt, textsAt, type XmlElement } from "../xml-element.ts"

/** Every path of a `Designation` that this reader knows. */
const known = knownPaths(
  "LastUpdated,DateDesignated,UniqueID,OFSIGroupID,UNReferenceNumber,RegimeName,IndividualEntityShip,DesignationSource,SanctionsImposed," +
    "SanctionsImposedIndicators(AssetFreeze,ArmsEmbargo,TargetedArmsEmbargo,CharteringOfShips,ClosureOfRepresentativeOffices,CrewServicingOfShipsAndAircraft," +
    "Deflag,PreventionOfBusinessArrangements,ProhibitionOfPortEntry,TechnicalAssistanceRelatedToAircraft,TravelBan,TrustServicesSanctions,DirectorDisqualificationSanction," +
    "PrecludeAccessToInternetServices,TransportSanctions,SpecifiedShip)," +
    "OtherInformation,UKStatementofReasons,Names(Name(Name1,Name2,Name3,Name4,Name5,Name6,NameType,AliasStrength))," +
    "NonLatinNames(NonLatinName(NameNonLatinScript,NonLatinScriptType,NonLatinScriptLanguage)),Titles(Title)," +
    "Addresses(Address(AddressLine1,AddressLine2,AddressLine3,AddressLine4,AddressLine5,AddressLine6,AddressPostalCode,AddressCountry))," +
    "PhoneNumbers(PhoneNumber),EmailAddresses(EmailAddress),Websites(Website)," +
    "IndividualDetails(Individual(DOBs(DOB),Nationalities(Nationality),Positions(Position),Titles(Title),Title,Genders(Gender)," +
    "BirthDetails(Location(TownOfBirth,CountryOfBirth)),PassportDetails(Passport(PassportNumber,PassportAdditionalInformation))," +
    "NationalIdentifierDetails(NationalIdentifier(NationalIdentifierNumber,NationalIdentifierAdditionalInformation))))," +
    "EntityDetails(Entity(TypeOfEntities(TypeOfEntity),Subsidiaries(Subsidiary),ParentCompanies(ParentCompany),BusinessRegistrationNumbers(BusinessRegistrationNumber)))," +
    "ShipDetails(Ship(IMONumbers(IMONumber),CurrentOwnerOperators(CurrentOwnerOperator),PreviousOwnerOperators(PreviousOwnerOperator)," +
    "CurrentBelievedFlagOfShips(CurrentBelievedFlagOfShip),PreviousFlags(PreviousFlag),TypeOfShipDetails(TypeOfShip),TonnageOfShipDetails(TonnageOfShip)," +
    "LengthOfShipDetails(LengthOfShip),YearsBuilt(YearBuilt),HullIdentificationNumbers(HullIdentificationNumber)))"
)

const nameParts = ["Name1", "Name2", "Name3", "Name4", "Name5", "Name6"] as const

const readIndividual = (draft: EntryDraft, individual: XmlElement, notes: ReadingNotes): void => {
  for (const text of textsAt(individual, "DOBs", "DOB")) ukBirth(draft, text, notes)
  for (const text of textsAt(individual, "Nationalities", "Nationality")) ukNationalities(draft, text, notes)
  for (const text of textsAt(individual, "Positions", "Position")) draft.position(text)
  for (const text of [...textsAt(individual, "Titles", "Title"), ...textsAt(individual, "Title")]) draft.position(text)
  for (const text of textsAt(individual, "Genders", "Gender")) ukGender(draft, text)
  for (const place of elementsAt(individual, "BirthDetails", "Location")) {
    ukBirthPlace(draft, textAt(place, "TownOfBirth") ?? "", textAt(place, "CountryOfBirth") ?? "", notes)
  }
  for (const passport of elementsAt(individual, "PassportDetails", "Passport")) {
    draft.identifier("passport", textAt(passport, "PassportNumber"), { note: textAt(passport, "PassportAdditionalInformation") ?? null })
  }
  for (const identifier of elementsAt(individual, "NationalIdentifierDetails", "NationalIdentifier")) {
    const note = textAt(identifier, "NationalIdentifierAdditionalInformation") ?? null
    draft.identifier("national_id", textAt(identifier, "NationalIdentifierNumber"), { note })
  }
}

const readEntityAndShip = (draft: EntryDraft, designation: XmlElement, notes: ReadingNotes): void => {
  for (const entity of elementsAt(designation, "EntityDetails", "Entity")) {
    for (const text of textsAt(entity, "BusinessRegistrationNumbers", "BusinessRegistrationNumber")) draft.identifier("registration", text)
    for (const text of textsAt(entity, "TypeOfEntities", "TypeOfEntity")) draft.remark(`Type of entity: ${text}`)
    for (const text of textsAt(entity, "ParentCompanies", "ParentCompany")) draft.remark(`Parent company: ${text}`)
    for (const text of textsAt(entity, "Subsidiaries", "Subsidiary")) draft.remark(`Subsidiaries: ${text}`)
  }
  for (const ship of elementsAt(designation, "ShipDetails", "Ship")) {
    for (const text of textsAt(ship, "IMONumbers", "IMONumber")) draft.identifier("imo", text)
    for (const text of textsAt(ship, "HullIdentificationNumbers", "HullIdentificationNumber")) {
      draft.identifier("other", text, { note: "Hull identification number" })
    }
    for (const text of textsAt(ship, "CurrentBelievedFlagOfShips", "CurrentBelievedFlagOfShip"))
      draft.nationality(ukCountry(draft, text, "flag", notes))
    for (const text of textsAt(ship, "PreviousFlags", "PreviousFlag")) draft.country(ukCountry(draft, text, "previous flags", notes))
    for (const text of textsAt(ship, "CurrentOwnerOperators", "CurrentOwnerOperator")) draft.remark(`Current owner/operator (s): ${text}`)
  }
}

/** One `Designation` of the UK Sanctions List in XML; undefined, and noted, when it has no name. */
export const ukXmlEntry = (designation: XmlElement, notes: ReadingNotes): ListEntry | undefined => {
  const draft = new EntryDraft(textAt(designation, "UniqueID") ?? "", notes)
  noteUnknown(designation, known, notes, { uid: draft.uid, attributes: false })
  ukType(draft, textAt(designation, "IndividualEntityShip") ?? "", notes)
  for (const name of elementsAt(designation, "Names", "Name")) {
    const [first = "", second = "", third = "", fourth = "", fifth = "", sixth = ""] = nameParts.map((part) => textAt(name, part))
    const said = { type: textAt(name, "NameType") ?? "", strength: textAt(name, "AliasStrength") ?? "" }
    ukName(draft, [first, second, third, fourth, fifth, sixth], said, notes)
  }
  for (const name of elementsAt(designation, "NonLatinNames", "NonLatinName")) {
    draft.name(textAt(name, "NameNonLatinScript"), "alias", {
      script: scriptCodeOf(textAt(name, "NonLatinScriptType")),
      language: languageTagOf(textAt(name, "NonLatinScriptLanguage"))
    })
  }
  for (const text of textsAt(designation, "Titles", "Title")) draft.position(text)
  for (const address of elementsAt(designation, "Addresses", "Address")) {
    const lines = [1, 2, 3, 4, 5, 6].map((line) => textAt(address, `AddressLine${line}`) ?? "")
    ukAddress(draft, lines, textAt(address, "AddressPostalCode") ?? "", textAt(address, "AddressCountry") ?? "", notes)
  }
  for (const text of textsAt(designation, "PhoneNumbers", "PhoneNumber")) draft.identifier("phone", text)
  for (const text of textsAt(designation, "EmailAddresses", "EmailAddress")) draft.identifier("email", text)
  for (const text of textsAt(designation, "Websites", "Website")) draft.identifier("website", text)
  for (const individual of elementsAt(designation, "IndividualDetails", "Individual")) readIndividual(draft, individual, notes)
  readEntityAndShip(draft, designation, notes)
  ukRegime(draft, textAt(designation, "RegimeName") ?? "")
  draft.reference(textAt(designation, "UNReferenceNumber"))
  draft.formerUid(textAt(designation, "OFSIGroupID"))
  draft.listed(readDay(textAt(designation, "DateDesignated")))
  draft.updated(readDay(textAt(designation, "LastUpdated")))
  draft.remark(textAt(designation, "OtherInformation"))
  draft.remark(textAt(designation, "UKStatementofReasons"))
  const imposed = textAt(designation, "SanctionsImposed")
  if (imposed !== undefined) draft.remark(`Sanctions Imposed: ${imposed}`)
  return draft.finish()
}
