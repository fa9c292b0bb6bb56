import { normalizedLetters } from "../../../names/text/normalized.ts"

const table = (list: string): ReadonlyMap<string, string> =>
  new Map(
    list.split(/[|\n]/).flatMap((row) => {
      const [code = "", ...names] = row.trim().split("=")
      return [code, ...names]
        .filter((name) => name !== "")
        .map((name): readonly [string, string] => [name.toLowerCase(), code.toUpperCase()])
    })
  )

const regions: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  US: table(
    "AL=Alabama|AK=Alaska|AZ=Arizona|AR=Arkansas|CA=California=Calif|CO=Colorado|CT=Connecticut|DE=Delaware|DC=District of Columbia|FL=Florida|GA=Georgia|HI=Hawaii|ID=Idaho|IL=Illinois|IN=Indiana|IA=Iowa|KS=Kansas|KY=Kentucky|LA=Louisiana|ME=Maine|MD=Maryland|MA=Massachusetts|MI=Michigan|MN=Minnesota|MS=Mississippi|MO=Missouri|MT=Montana|NE=Nebraska|NV=Nevada|NH=New Hampshire|NJ=New Jersey|NM=New Mexico|NY=New York|NC=North Carolina|ND=North Dakota|OH=Ohio|OK=Oklahoma|OR=Oregon|PA=Pennsylvania|RI=Rhode Island|SC=South Carolina|SD=South Dakota|TN=Tennessee|TX=Texas|UT=Utah|VT=Vermont|VA=Virginia|WA=Washington|WV=West Virginia|WI=Wisconsin|WY=Wyoming|PR=Puerto Rico|AE|AP|AA"
  ),
  CA: table(
    "AB=Alberta|BC=British Columbia=Colombie Britannique|MB=Manitoba|NB=New Brunswick=Nouveau Brunswick|NL=Newfoundland and Labrador=Newfoundland|NS=Nova Scotia=Nouvelle Ecosse|NT=Northwest Territories|NU=Nunavut|ON=Ontario|PE=Prince Edward Island|QC=Quebec=PQ|SK=Saskatchewan|YT=Yukon"
  ),
  AU: table(
    "NSW=New South Wales|VIC=Victoria|QLD=Queensland|WA=Western Australia|SA=South Australia|TAS=Tasmania|ACT=Australian Capital Territory|NT=Northern Territory"
  ),
  IN: table(
    "AP=Andhra Pradesh|AR=Arunachal Pradesh|AS=Assam|BR=Bihar|CG=Chhattisgarh=CT|GA=Goa|GJ=Gujarat|HR=Haryana|HP=Himachal Pradesh|JK=Jammu and Kashmir=J K|JH=Jharkhand|KA=Karnataka|KL=Kerala|LA=Ladakh|MP=Madhya Pradesh|MH=Maharashtra|MN=Manipur|ML=Meghalaya|MZ=Mizoram|NL=Nagaland|OD=Odisha=Orissa=OR|PB=Punjab|RJ=Rajasthan|SK=Sikkim|TN=Tamil Nadu=Tamilnadu|TS=Telangana=TG|TR=Tripura|UP=Uttar Pradesh|UK=Uttarakhand=Uttaranchal|WB=West Bengal"
  ),
  BR: table(
    "AC=Acre|AL=Alagoas|AP=Amapa|AM=Amazonas|BA=Bahia|CE=Ceara|DF=Distrito Federal|ES=Espirito Santo|GO=Goias|MA=Maranhao|MT=Mato Grosso|MS=Mato Grosso do Sul|MG=Minas Gerais|PA=Para|PB=Paraiba|PR=Parana|PE=Pernambuco|PI=Piaui|RN=Rio Grande do Norte|RS=Rio Grande do Sul|RO=Rondonia|RR=Roraima|SC=Santa Catarina|SE=Sergipe|TO=Tocantins|SP|RJ"
  ),
  MX: table(
    "AGS=Aguascalientes|BC=Baja California|BCS=Baja California Sur|CAMP=Campeche|CHIS=Chiapas|CHIH=Chihuahua|COAH=Coahuila|COL=Colima|CDMX=DF=D F|DGO=Durango|GTO=Guanajuato|GRO=Guerrero|HGO=Hidalgo|JAL=Jalisco|MEX=Edo Mex=Estado de Mexico|MICH=Michoacan|MOR=Morelos|NAY=Nayarit|NL=Nuevo Leon=N L|OAX=Oaxaca|PUE=Puebla|QRO=Queretaro|QROO=Quintana Roo=Q Roo|SLP=San Luis Potosi=S L P|SIN=Sinaloa|SON=Sonora|TAB=Tabasco|TAMPS=Tamaulipas|TLAX=Tlaxcala|VER=Veracruz|YUC=Yucatan|ZAC=Zacatecas"
  ),
  ZA: table(
    "GP=Gauteng|WC=Western Cape|EC=Eastern Cape|KZN=KwaZulu Natal|FS=Free State|LP=Limpopo|MP=Mpumalanga|NW=North West|NC=Northern Cape"
  ),
  GB: table(
    "Avon|Cleveland|Humberside|Huntingdonshire|Isle of Wight=IOW|Highland|Bedfordshire=Beds|Berkshire=Berks|Buckinghamshire=Bucks|Cambridgeshire=Cambs|Cheshire|Cornwall|Cumbria|Derbyshire|Devon|Dorset|County Durham=Co Durham|Essex|Gloucestershire=Glos|Hampshire=Hants|Herefordshire|Hertfordshire=Herts|Kent|Lancashire=Lancs|Leicestershire=Leics|Lincolnshire=Lincs|Middlesex=Middx|Norfolk|Northamptonshire=Northants|Northumberland|Nottinghamshire=Notts|Oxfordshire=Oxon|Rutland|Shropshire=Salop|Somerset|Staffordshire=Staffs|Suffolk|Surrey|East Sussex=E Sussex|West Sussex=W Sussex|Sussex|Tyne and Wear|Warwickshire=Warks|West Midlands=W Midlands|Wiltshire=Wilts|Worcestershire=Worcs|North Yorkshire=N Yorks=N Yorkshire|South Yorkshire=S Yorks|West Yorkshire=W Yorks|East Yorkshire=E Yorks|Yorkshire=Yorks|Merseyside|Greater Manchester|Greater London|Aberdeenshire|Fife|Midlothian|Lanarkshire|Ayrshire|Gwynedd|Powys|Dyfed|Mid Glamorgan|South Glamorgan|West Glamorgan|Gwent|Clwyd|County Antrim=Co Antrim|County Down=Co Down|County Armagh=Co Armagh|County Tyrone=Co Tyrone"
  ),
  // The codes alone: a canton's name is nearly always that of its chief town.
  CH: table("ZH|BE|LU|UR|SZ|OW|NW|GL|ZG|FR|SO|BS|BL|SH|AR|AI|SG|GR|AG|TG|TI|VD|VS|NE|GE|JU"),
  CO: table(
    "Antioquia|Atlantico|Bolivar|Boyaca|Caldas|Caqueta|Casanare|Cauca|Cesar|Choco|Cordoba|Cundinamarca|Huila|La Guajira|Magdalena|Meta|Narino|Norte de Santander|Putumayo|Quindio|Risaralda|Santander|Sucre|Tolima|Valle del Cauca=Valle"
  ),
  NG: table(
    "FCT=Federal Capital Territory=F C T|Abia State|Adamawa State|Akwa Ibom State|Anambra State|Bauchi State|Bayelsa State|Benue State|Borno State|Cross River State|Delta State|Ebonyi State|Edo State|Ekiti State|Enugu State|Gombe State|Imo State|Jigawa State|Kaduna State|Kano State|Katsina State|Kebbi State|Kogi State|Kwara State|Lagos State|Nasarawa State|Niger State|Ogun State|Ondo State|Osun State|Oyo State|Plateau State|Rivers State|Sokoto State|Taraba State|Yobe State|Zamfara State"
  ),
  AE: table("DXB|AUH")
}

const key = (text: string): string =>
  normalizedLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

/** The code that a region of a country is compared by (California and CA, Maharashtra and MH), or null for a name not in the tables. */
export const regionCode = (text: string, country: string | null): string | null =>
  country === null || text.length > 60 ? null : (regions[country]?.get(key(text)) ?? null)

/** True when a text as a whole names a region: one in the tables, or an Irish county. */
export const isRegion = (text: string, country: string | null): boolean =>
  regionCode(text, country) !== null || (country === "IE" && /^(?:co\.?|county)\s+\p{L}+$/iu.test(text.trim()))

/** Takes a region off the end of "Springfield IL" or "Fitzroy, New South Wales"; the place may be empty. */
export const withoutRegion = (text: string, country: string | null): { readonly place: string; readonly region: string } | null => {
  if (country === null || regions[country] === undefined) return null
  const words = text.split(/[\s/]+/u).filter((word) => word !== "")
  for (let count = Math.min(4, words.length); count >= 1; count--) {
    const region = words.slice(-count).join(" ")
    const place = words.slice(0, -count).join(" ")
    // Codes count in capitals only, so that the end of a place name is not taken for one (Villa de la Co, Cap Me).
    const short = region.replace(/[^\p{L}]/gu, "").length <= 3
    if (isRegion(region, country) && (!short || region === region.toUpperCase())) return { place, region }
  }
  return null
}

/** The one country whose state codes a text ends with, for codes that stand before a postal code of that length. */
export const countryOfStateLine = (text: string, digits: number): string | null => {
  if (digits === 5) return withoutRegion(text, "US") === null ? null : "US"
  if (digits === 4) return withoutRegion(text, "AU") === null ? null : "AU"
  if (digits === 6) return isRegion(text.trim(), "IN") ? "IN" : null
  return null
}
