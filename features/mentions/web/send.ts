let sent: Promise<unknown> = Promise.resolve()

/** Sends a change after all earlier ones, even after the user has left the screen. */
export function sendInOrder<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  const sending = sent.then(change)
  sent = sending.catch(() => {})
  return sending
}

/** Resolves once the server has received all changes made here so far, so that later reads include them. */
export function changesSent(): Promise<unknown> {
  return sent
}
