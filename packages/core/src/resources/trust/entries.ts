import { createHash } from "node:crypto"
import { type Certificate, signedWith } from "../../verification/chip/certificates/certificates.ts"
import type { RevocationList } from "../../verification/chip/certificates/revocation-lists.ts"
import { signerKeysOf } from "../../verification/chip/certificates/signer-keys.ts"
import type { TrustFileEntry } from "../../verification/chip/certificates/trust-file.ts"
import { writeMoment } from "../../kernel/foundation/moment.ts"
import { trustCountry } from "../../verification/chip/certificates/trust-country.ts"
import { TrustUnreadable } from "./import-trust.ts"
import { type MetList, refusals, type TrustEntry, type TrustKind } from "./model.ts"

/** Revocation lists of travel documents have some kilobytes; far longer ones would be read again with every verification. */
const maximumCrlBytes = 2 << 20

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")
const refused = (where: string, reason: string): TrustEntry => ({ entry: "refused", where, reason })

/**
 * Anyone who may not issue is a signer of documents. One that names itself as its issuer is a root when its own key signed it; the others, those
 * with the name of their predecessor included, are links.
 */
const kindOf = (certificate: Certificate): TrustKind | "unsupported" => {
  const { extensions, issuer, public_key, subject } = certificate
  const selfIssued = subject.key === issuer.key
  if (extensions.is_authority === false || extensions.key_usage?.certificate_sign === false) return "ds"
  if (extensions.is_authority === null && extensions.key_usage === null && !selfIssued) return "ds"
  if (!selfIssued) return "link"
  switch (signedWith(certificate, public_key)) {
    case "valid":
      return "csca"
    case "invalid":
      return "link"
    case "unsupported":
      return "unsupported"
  }
}

/** What a certificate in a file is to the store. Nothing is trusted by reading it: that an operator imports the file is what trusts it. */
export const certificateEntry = (read: Certificate, where: string): TrustEntry => {
  const country = trustCountry(read.subject.country ?? "")
  if (country === undefined) return refused(where, refusals.no_country)
  if (read.not_after < read.not_before) return refused(where, refusals.no_validity)
  const kind = kindOf(read)
  if (kind === "unsupported") return refused(where, refusals.unsupported)
  return {
    entry: "certificate",
    where,
    certificate: {
      sha256: sha256(read.der),
      country,
      subject: read.subject.text,
      not_before: writeMoment(read.not_before),
      not_after: writeMoment(read.not_after),
      kind,
      signer_keys: kind === "ds" ? signerKeysOf(read) : [],
      der: read.der
    }
  }
}

/** What a revocation list in a file is to the store. Its signature is judged when a chip is verified, by which time its issuer is known. */
export const crlEntry = (read: RevocationList, where: string): TrustEntry => {
  if (read.der.length > maximumCrlBytes) return refused(where, refusals.too_large)
  const country = trustCountry(read.issuer.country ?? "")
  if (country === undefined) return refused(where, refusals.no_country)
  const digest = sha256(read.der)
  // A list that speaks for a part of its issuer's certificates replaces no other.
  const part = read.complete ? "" : digest
  return {
    entry: "crl",
    where,
    crl: {
      sha256: digest,
      country,
      issuer_key: sha256(new TextEncoder().encode(JSON.stringify([read.issuer.key, part]))),
      issuer: read.issuer.text,
      this_update: writeMoment(read.this_update),
      next_update: read.next_update === null ? null : writeMoment(read.next_update),
      der: read.der
    }
  }
}

/**
 * What a file of trust material holds, for an import. A master list whose signature does not hold refuses the whole import with
 * `TrustUnreadable`; any other list is told to `met`, since no one but the operator can say whether its signer may be believed.
 */
export async function* trustEntries(
  file: string,
  contents: AsyncIterable<TrustFileEntry>,
  met: (list: MetList) => void
): AsyncGenerator<TrustEntry, void, void> {
  for await (const content of contents) {
    const where = `${file}, entry ${content.position}`
    switch (content.kind) {
      case "certificate":
        yield certificateEntry(content.certificate, where)
        break
      case "crl":
        yield crlEntry(content.crl, where)
        break
      case "refused":
        yield refused(where, content.reason.slice(0, 200))
        break
      case "master_list": {
        const { anchored, certificates, signature, signer } = content
        if (signature === "invalid") throw new TrustUnreadable(`${file}: the signature of the master list is not valid.`)
        met({ file, certificates, signature, signer, anchored })
      }
    }
  }
}
