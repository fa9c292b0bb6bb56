import { createHmac } from "node:crypto"

/** The baseline: nothing but `fetch` with an HMAC over a kilobyte, by so many at once; prints requests per second. */
const [url = "", count = "0", connections = "50"] = process.argv.slice(2)
const secret = process.env.BENCH_SECRET ?? ""
const body = JSON.stringify({ id: "evt_00000000000000000000000000", data: "x".repeat(950) })

let left = Number(count)
const began = performance.now()
const client = async () => {
  while (left > 0) {
    left -= 1
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")
    const headers = { "content-type": "application/json", "x-service-signature": `t=${t},v1=${v1}` }
    const response = await fetch(url, { method: "POST", headers, body })
    await response.text()
  }
}
await Promise.all(Array.from({ length: Number(connections) }, client))
console.log(JSON.stringify({ rate: Number(count) / ((performance.now() - began) / 1000) }))
