import { keepReading } from './keep-reading.ts'
import type { StreamMessage } from './stream-message.ts'

/** A holder that says nothing for so long is frozen or stuck, and another tab takes its place. */
const patienceMs = 150_000
const watchMs = 30_000

/**
 * Hears what changes in a project until `signal`. One tab holds the stream for all tabs of the browser: the one that
 * has the lock; it passes on what it hears, and whoever gets the lock after it goes on from there. Where there are no
 * locks (pages without https have none) every tab that is seen holds its own. `onMessage` gets the stream's messages, whichever tab holds it.
 */
export function follow(projectId: string, onMessage: (message: StreamMessage) => void, signal: AbortSignal): void {
  let lastId: string | null = null
  let receivedAt = Date.now()
  const take = (message: StreamMessage) => {
    if (signal.aborted) return
    receivedAt = Date.now()
    if ('id' in message) lastId = message.id
    onMessage(message)
  }
  if (!('locks' in navigator)) {
    whileSeen((own) => keepReading({ projectId, lastId: () => lastId, publish: take, signal: own }), signal)
    return
  }

  const name = `earshot events ${projectId}`
  const channel = new BroadcastChannel(name)
  let holding: AbortController | null = null
  channel.addEventListener('message', ({ data }: MessageEvent<StreamMessage | 'hello'>) => {
    if (data !== 'hello') take(data)
    // Where the stream is, for a tab that has just come.
    else if (holding && lastId !== null) channel.postMessage({ name: 'position', id: lastId } satisfies StreamMessage)
  })
  const publish = (message: StreamMessage) => {
    if (signal.aborted) return
    channel.postMessage(message)
    take(message)
  }

  const hold = async (): Promise<void> => {
    const own = new AbortController()
    holding = own
    await keepReading({ projectId, lastId: () => lastId, publish, signal: AbortSignal.any([signal, own.signal]) })
    if (holding === own) holding = null
  }
  const takeLock = (options: LockOptions): Promise<void> => navigator.locks.request(name, options, hold)
  const letGo = () => {
    holding?.abort()
    holding = null
  }
  /** In vain only after `signal`, or where another tab took the lock away: then one waits for it again. */
  const queue = (): Promise<void> =>
    takeLock({ signal }).catch(() => {
      letGo()
      if (!signal.aborted) return queue()
    })

  channel.postMessage('hello')
  void queue()
  const watch = setInterval(() => {
    if (holding || Date.now() - receivedAt < patienceMs) return
    receivedAt = Date.now()
    void takeLock({ steal: true }).catch(letGo)
  }, watchMs)
  signal.addEventListener('abort', () => {
    clearInterval(watch)
    channel.close()
  })
}

/** Reads while the page is seen: a browser has few connections to a server, and streams of tabs out of sight take them. */
function whileSeen(read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let own: AbortController | null = null
  const look = () => {
    if (document.visibilityState === 'hidden') {
      own?.abort()
      own = null
    } else if (!own) {
      own = new AbortController()
      void read(AbortSignal.any([signal, own.signal]))
    }
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
}
