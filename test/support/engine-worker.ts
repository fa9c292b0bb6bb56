/** A stand-in for an engine process, told by its job what to do: a real process, so that what is tested is how processes are handled. */
const forever = () => {
  // (module (func (export "spin") (loop (br 0)))): a loop that no event can interrupt.
  const module = new WebAssembly.Module(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 8, 1, 4, 115, 112, 105, 110, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11
    ])
  )
  const { spin } = new WebAssembly.Instance(module).exports
  if (typeof spin === "function") spin()
}

process.on("message", (job: { readonly task: "echo" | "crash" | "hang" | "environment"; readonly value?: unknown }) => {
  switch (job.task) {
    case "echo":
      process.send?.({ value: job.value, pid: process.pid })
      return
    case "crash":
      process.exit(3)
      return
    case "hang":
      forever()
      return
    case "environment":
      process.send?.({ names: Object.keys(process.env), folder: process.cwd() })
  }
})
process.on("disconnect", () => process.exit(0))
