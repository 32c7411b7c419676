import { z } from 'zod'

/** The HTTP status of every API error, by name (DECISIONS 11). */
const errorStatus = {
  ValidationError: 400,
  ApplicationError: 400,
  UnauthorizedError: 401,
  PaymentRequiredError: 402,
  ForbiddenError: 403,
  NotFoundError: 404,
  ConflictError: 409,
  PayloadTooLargeError: 413,
  UnprocessableEntityError: 422,
  RateLimitError: 429,
  InternalServerError: 500,
  ServiceUnavailableError: 503,
} as const
export type ErrorName = keyof typeof errorStatus

/** A fault in the request: the path of the offending key and the problem. */
export interface ErrorDetail {
  path: (string | number)[]
  message: string
  name: string
}

/** An error that the caller may see. Its message says what to do and never contains a secret. */
export class ApiError extends Error {
  override readonly name: ErrorName
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(name: ErrorName, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.name = name
    this.status = errorStatus[name]
    this.details = details
  }
}

/** The body of every failed call (DESIGN 7). */
export const ErrorBody = z.object({
  data: z.null(),
  error: z.object({
    status: z.number().int(),
    name: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export function errorBody(error: ApiError): ErrorBody {
  const { status, name, message, details } = error
  return { data: null, error: { status, name, message, details } }
}
