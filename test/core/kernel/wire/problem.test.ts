import { expect, test } from "bun:test"
import { type ErrorBody, toProblemDetails } from "@vouchkit/core/kernel/wire/problem"
import fc from "fast-check"

const documentation = "https://verify.example.com/docs/errors"
const notFound: ErrorBody = { error: "not_found", detail: "No such resource.", status_code: 404, request_id: "req_1" }

test("an error becomes problem details, with our own members as extensions", () =>
  expect(toProblemDetails({ ...notFound, allowed: ["approved"] }, documentation)).toEqual({
    type: "https://verify.example.com/docs/errors/not_found",
    title: "Not found",
    status: 404,
    detail: "No such resource.",
    instance: "req_1",
    error: "not_found",
    status_code: 404,
    request_id: "req_1",
    allowed: ["approved"]
  }))

test("an exceeded quota has the type that IANA registered for it", () =>
  expect(
    toProblemDetails(
      { ...notFound, error: "rate_limited", status_code: 429, retry_after: 3, violated_policies: ["default"] },
      documentation
    )
  ).toMatchObject({
    type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
    title: "Request cannot be satisfied as assigned quota has been exceeded",
    status: 429,
    "violated-policies": ["default"],
    violated_policies: ["default"],
    retry_after: 3
  }))

test("context can never stand in for a member of the standard", () =>
  expect(toProblemDetails({ ...notFound, type: "about:blank", title: "x", status: 200, instance: "y" }, documentation)).toMatchObject({
    type: `${documentation}/not_found`,
    title: "Not found",
    status: 404,
    instance: "req_1"
  }))

test("type and instance are URI references whatever the request id was", () =>
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 128 }), (request_id) => {
      const { instance, type } = toProblemDetails({ ...notFound, request_id }, documentation)
      expect(instance).toMatch(/^[A-Za-z0-9\-_.!~*'()%]*$/)
      expect(() => new URL(type)).not.toThrow()
    })
  ))
