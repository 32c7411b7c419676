import { pageStart } from '../api/page-start.ts'
import { keepReading } from './keep-reading.ts'
import type { StreamMessage } from './stream-message.ts'

/** A lock holder that is silent for this long (in ms) is frozen or stuck, and another tab takes over. */
const patienceMs = 150_000
const watchMs = 30_000

/**
 * Follows the changes of a project until `signal`. One tab, the lock holder, reads the stream for all tabs of the
 * browser and passes its messages on. The next holder resumes at the last message, and the first one where the page
 * began. Without locks (on pages without https) each visible tab has its own stream. `onMessage` receives the messages
 * from any tab, and whether they leave out no change since this page began.
 */
export function follow(
  projectId: string,
  onMessage: (message: StreamMessage, isGapless: boolean) => void,
  signal: AbortSignal,
): void {
  let lastId: string | null = null
  let receivedAt = Date.now()
  let isGapless = false
  const take = (message: StreamMessage) => {
    if (signal.aborted) return
    receivedAt = Date.now()
    if ('id' in message) lastId = message.id
    onMessage(message, isGapless)
  }
  /** Returns where a stream of this tab begins. */
  const startId = () => {
    if (lastId !== null) return lastId
    isGapless = pageStart() !== null
    return pageStart()
  }
  if (!('locks' in navigator)) {
    whileVisible((own) => keepReading({ projectId, lastId: startId, publish: take, signal: own }), signal)
    return
  }

  const name = `earshot events ${projectId}`
  const channel = new BroadcastChannel(name)
  let holding: AbortController | null = null
  channel.addEventListener('message', ({ data }: MessageEvent<StreamMessage | 'hello'>) => {
    if (data !== 'hello') take(data)
    // Gives the stream's position to a new tab.
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
    await keepReading({ projectId, lastId: startId, publish, signal: AbortSignal.any([signal, own.signal]) })
    if (holding === own) holding = null
  }
  const takeLock = (options: LockOptions): Promise<void> => navigator.locks.request(name, options, hold)
  const releaseLock = () => {
    holding?.abort()
    holding = null
  }
  /** Fails only after `signal`, or when another tab has stolen the lock; then it queues again. */
  const queue = (): Promise<void> =>
    takeLock({ signal }).catch(() => {
      releaseLock()
      if (!signal.aborted) return queue()
    })

  channel.postMessage('hello')
  void queue()
  const watch = setInterval(() => {
    if (holding || Date.now() - receivedAt < patienceMs) return
    receivedAt = Date.now()
    void takeLock({ steal: true }).catch(releaseLock)
  }, watchMs)
  signal.addEventListener('abort', () => {
    clearInterval(watch)
    channel.close()
  })
}

/**
 * Reads only while the page is visible: browsers limit the connections per server, and hidden tabs would use them up.
 */
function whileVisible(read: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
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
