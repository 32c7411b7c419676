import { EndpointError, endpointErrorOf, faultOfStatus } from './endpoint-error.ts'

/** Returns the fault behind an error of the model's SDK. `patience`: the signal that ended the request, if it did. */
export async function faultOf(error: unknown, patience: AbortSignal): Promise<EndpointError> {
  const { APICallError, NoContentGeneratedError, NoObjectGeneratedError, NoOutputGeneratedError } = await import('ai')
  if (NoObjectGeneratedError.isInstance(error) || NoContentGeneratedError.isInstance(error)) {
    return new EndpointError('nonsense')
  }
  if (NoOutputGeneratedError.isInstance(error)) return new EndpointError('nonsense')
  const { fault } = endpointErrorOf(error, patience)
  if (fault !== 'unreachable' || !APICallError.isInstance(error)) return new EndpointError(fault)
  const { statusCode } = error
  if (statusCode === undefined) return new EndpointError('unreachable')
  return new EndpointError(statusCode < 300 ? 'nonsense' : faultOfStatus(statusCode))
}
