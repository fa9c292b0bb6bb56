import { crc32, deflateRawSync } from "node:zlib"

export interface ZipMember {
  readonly name: string
  readonly content: Uint8Array | string
  readonly stored?: boolean
  /** What the directory says instead of the truth. */
  readonly says?: {
    readonly bytes?: number
    readonly checksum?: number
    readonly flags?: number
    readonly method?: number
    readonly offset?: number
  }
}

/** A ZIP archive as PKWARE's note describes it, written here so that the reader is not tested with itself. */
export const zipOf = (members: ReadonlyArray<ZipMember>, comment = ""): Buffer => {
  const files: Array<Buffer> = []
  const directory: Array<Buffer> = []
  let at = 0
  for (const { content, name, says = {}, stored = false } of members) {
    const bytes = Buffer.from(content)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(says.flags ?? 0x0800, 2)
    common.writeUInt16LE(says.method ?? (stored ? 0 : 8), 4)
    common.writeUInt32LE(says.checksum ?? crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(says.bytes ?? bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    files.push(Buffer.from("504b0304", "hex"), common, Buffer.from(name), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(says.offset ?? at, 10)
    directory.push(Buffer.from("504b01021400", "hex"), common, rest, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...files, listed, end, Buffer.from(comment)])
}
