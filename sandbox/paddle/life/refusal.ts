/** Paddle's rejection of a request. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: { field: string; message: string }[]

  constructor(status: number, code: string, detail: string, errors: { field: string; message: string }[] = []) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = errors
  }
}

export function notFound(id: string): Refusal {
  return new Refusal(404, 'not_found', `Entity ${id} not found`)
}

export function invalidField(field: string, message: string): Refusal {
  return new Refusal(400, 'invalid_field', 'Request does not pass validation.', [{ field, message }])
}
