/** Errors of a model, at an endpoint or shipped, in words for the operator. */
const endpointFaults = {
  unreachable: "The endpoint couldn't be reached",
  slow: 'The endpoint took too long to respond',
  unauthorized: 'The endpoint rejected the API key',
  missing: "The endpoint doesn't know this URL or model",
  busy: "The endpoint's rate limit was reached",
  refused: 'The endpoint rejected the request',
  failing: 'The endpoint responded with a server error',
  huge: "The endpoint's response was too large",
  nonsense: 'The endpoint sent an unexpected response',
  blunt: "The model doesn't distinguish between texts",
  absent: 'No model is configured',
  unsupported: "This server can't run the shipped judge",
} as const
export type EndpointFault = keyof typeof endpointFaults

/** An endpoint failed. Never contains the request or response, which may be confidential. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError'
  readonly fault: EndpointFault
  /** The wait that the endpoint asked for; null if it didn't. */
  readonly waitSeconds: number | null

  constructor(fault: EndpointFault, waitSeconds: number | null = null) {
    super(endpointFaults[fault])
    this.fault = fault
    this.waitSeconds = waitSeconds
  }
}

/** Returns the fault for an unsuccessful status. */
export function faultOfStatus(status: number): EndpointFault {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404 || status === 405) return 'missing'
  if (status === 429) return 'busy'
  if (status >= 500) return 'failing'
  return status >= 400 ? 'refused' : 'nonsense'
}

/** Returns the error of a failed request: slow if `patience` is over, else unreachable. */
export function endpointErrorOf(thrown: unknown, patience: AbortSignal): EndpointError {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof EndpointError) return error
  }
  return new EndpointError(patience.aborted ? 'slow' : 'unreachable')
}
