/** A span as it arrived, with the attributes of its process. */
export interface CollectedSpan {
  readonly trace_id: string
  readonly span_id: string
  readonly parent_span_id: string | undefined
  readonly name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

const valuesOf = (attributes: ReadonlyArray<any>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector that takes OTLP over HTTP with JSON and keeps what it is sent. */
export const startCollector = () => {
  const spans: Array<CollectedSpan> = []
  const metrics = new Set<string>()
  const bodies: Array<string> = []
  const headers: Array<Headers> = []
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const text = await request.text()
      bodies.push(text)
      headers.push(request.headers)
      const body = JSON.parse(text)
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        for (const span of scopeSpans.flatMap(({ spans: own }: any) => own)) {
          spans.push({
            trace_id: span.traceId,
            span_id: span.spanId,
            parent_span_id: span.parentSpanId,
            name: span.name,
            kind: span.kind,
            status: span.status.code,
            attributes: valuesOf(span.attributes),
            resource: valuesOf(resource.attributes)
          })
        }
      }
      for (const { scopeMetrics } of body.resourceMetrics ?? []) {
        for (const metric of scopeMetrics.flatMap(({ metrics: own }: any) => own)) metrics.add(metric.name)
      }
      return Response.json({})
    }
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    spans,
    metrics,
    /** Everything that arrived, as it was written. */
    text: () => bodies.join("\n"),
    headers,
    stop: () => server.stop(true)
  }
}
