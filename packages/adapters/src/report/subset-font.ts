/** The package comes without types; what is used of it. */
declare module "subset-font" {
  export default function subset(
    font: Buffer,
    text: string | undefined,
    options: {
      readonly targetFormat: "truetype"
      readonly keepAllGlyphs?: true
      readonly variationAxes: Readonly<Record<string, number>>
    }
  ): Promise<Buffer>
}
