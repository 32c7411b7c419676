/** Sends changes one after the other, even after the user has left the screen. */
export interface ChangeQueue {
  /** Sends a change after all earlier ones. Rejects if it fails; later ones are sent anyway. */
  send: <Answer>(change: () => Promise<Answer>) => Promise<Answer>
  /**
   * Resolves once the server has received all changes sent here so far, so that later reads include them. Returns the
   * same promise until another change is sent.
   */
  sent: () => Promise<unknown>
}

export function changeQueue(): ChangeQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    send: (change) => {
      const sending = last.then(change)
      last = sending.catch(() => {})
      return sending
    },
    sent: () => last,
  }
}
