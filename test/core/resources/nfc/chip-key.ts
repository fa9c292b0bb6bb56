import { createCipheriv, createECDH, createHash } from "node:crypto"

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Uint8Array.from([tag, ...length]), content])
}
const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex")

const encrypted = (key: Uint8Array, data: Uint8Array): Buffer => {
  const cipher = createCipheriv("aes-128-cbc", key, new Uint8Array(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(data), cipher.final()])
}
const doubled = (block: Uint8Array): Buffer => {
  const carried = Buffer.from(block.map((byte, at) => ((byte << 1) | ((block[at + 1] ?? 0) >> 7)) & 255))
  if ((block[0] ?? 0) >= 128) carried[15] = (carried[15] ?? 0) ^ 0x87
  return carried
}
/** AES-CMAC (RFC 4493) over whole blocks. */
const cmacOfBlocks = (key: Uint8Array, data: Uint8Array): Buffer => {
  const subkey = doubled(encrypted(key, new Uint8Array(16)))
  const last = Buffer.from(data.subarray(-16)).map((byte, at) => byte ^ (subkey[at] ?? 0))
  return encrypted(key, Buffer.concat([data.subarray(0, -16), last])).subarray(-16)
}

/** id-CA-ECDH-AES-CBC-CMAC-128, id-PK-ECDH, and the algorithm of a key on P-256. */
const chipAuthentication = hex("06 0a 04 00 7f 00 07 02 02 03 02 02")
const publicKeyOfAgreement = hex("06 09 04 00 7f 00 07 02 02 01 02")
const p256 = der(0x30, hex("06 07 2a 86 48 ce 3d 02 01"), hex("06 08 2a 86 48 ce 3d 03 01 07"))

/** A chip with a key on P-256, played by the crypto of the runtime: its data group 14, and its answer to the terminal's command. */
export const dg14OfP256 = () => {
  const chip = createECDH("prime256v1")
  const key = der(0x30, p256, der(0x03, Uint8Array.of(0), chip.generateKeys()))
  const infos = der(0x31, der(0x30, publicKeyOfAgreement, key), der(0x30, chipAuthentication, hex("02 01 01")))
  const respond = (terminalKey: Uint8Array): Uint8Array => {
    const shared = chip.computeSecret(terminalKey)
    const macKey = createHash("sha1")
      .update(shared)
      .update(Uint8Array.of(0, 0, 0, 2))
      .digest()
      .subarray(0, 16)
    const status = hex("99 02 90 00")
    const counter = Buffer.alloc(16)
    counter[15] = 2
    const padding = Buffer.alloc(16 - (status.length % 16))
    padding[0] = 0x80
    const checksum = cmacOfBlocks(macKey, Buffer.concat([counter, status, padding])).subarray(0, 8)
    return Buffer.concat([status, hex("8e 08"), checksum, hex("90 00")])
  }
  return { dg14: new Uint8Array(der(0x6e, infos)), respond }
}
