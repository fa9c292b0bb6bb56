/** Sizes in pixels of common screens: telephones and tablets upright, computers lying. */
const telephones: ReadonlyArray<string> = [
  "640x1136", "750x1334", "828x1792", "1080x1920", "1080x2160", "1080x2220", "1080x2246", "1080x2280", "1080x2310", "1080x2312", "1080x2316",
  "1080x2320", "1080x2326", "1080x2340", "1080x2344", "1080x2376", "1080x2388", "1080x2392", "1080x2400", "1080x2408", "1080x2412", "1080x2424",
  "1080x2460", "1080x2520", "1125x2436", "1140x2400", "1170x2532", "1179x2556", "1206x2622", "1220x2712", "1240x2772", "1242x2208", "1242x2688",
  "1260x2736", "1260x2800", "1264x2780", "1268x2756", "1280x2772", "1284x2778", "1290x2796", "1320x2868", "1344x2992", "1440x2560", "1440x2880",
  "1440x2960", "1440x3040", "1440x3088", "1440x3120", "1440x3168", "1440x3200", "1440x3216", "720x1280", "720x1440", "720x1520", "720x1544",
  "720x1560", "720x1600", "720x1612", "720x1640", "720x1650"
]
const tablets: ReadonlyArray<string> = [
  "768x1024", "1536x2048", "1488x2266", "1620x2160", "1640x2360", "1668x2224", "1668x2388", "1668x2420", "2048x2732", "2064x2752", "1200x1920",
  "1200x2000", "1600x2560", "1752x2800", "1848x2960"
]
const computers: ReadonlyArray<string> = [
  "1280x720", "1280x800", "1280x1024", "1366x768", "1440x900", "1512x982", "1536x864", "1600x900", "1680x1050", "1728x1117", "1792x1120",
  "1920x1080", "1920x1200", "2048x1152", "2160x1440", "2256x1504", "2304x1440", "2496x1664", "2560x1080", "2560x1440", "2560x1600", "2560x1664",
  "2736x1824", "2880x1620", "2880x1800", "2880x1864", "3000x2000", "3024x1964", "3072x1920", "3200x1800", "3240x2160", "3440x1440", "3456x2234",
  "3840x1600", "3840x2160", "3840x2400", "4096x2304", "4480x2520", "5120x1440", "5120x2160", "5120x2880", "6016x3384"
]

const known: ReadonlySet<string> = new Set([...telephones, ...tablets, ...computers])

/** True when a picture has exactly the size of a common screen, upright or lying. */
export const isScreenSize = (width: number, height: number): boolean => known.has(`${width}x${height}`) || known.has(`${height}x${width}`)

/** True when the size is that of a telephone held upright, whose screenshots show a status bar. */
export const isTelephoneSize = (width: number, height: number): boolean => telephones.includes(`${width}x${height}`)
