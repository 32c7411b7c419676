/** What somebody writes, with who paused it: they, where that is the status they give, and nobody where it is another. */
export function withPauser<Values extends { status?: string | undefined }>(
  values: Values,
): Values & { pausedBy?: 'user' | null } {
  const { status } = values
  return status === undefined ? values : { ...values, pausedBy: status === 'paused' ? 'user' : null }
}
