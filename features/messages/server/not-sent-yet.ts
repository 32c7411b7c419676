import { ApiError } from '#platform/contract/errors.ts'

/** Nothing takes messages out of the house yet: said rather than kept as if it would happen. */
export function notSentYet(): ApiError {
  return new ApiError('ApplicationError', 'Messages can not be sent yet: keep it as a draft')
}
