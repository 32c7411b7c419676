import type { PushBrowserCreate } from '../../contract-push.ts'

/** The script that shows notifications. Its place allows it to act for the whole app. */
const script = '/sw.js'

/** Whether this browser can show notifications, and whether it is subscribed with the server's key. */
export type BrowserState = 'unsupported' | 'denied' | 'off' | 'on'

/** Returns this browser's state. */
export async function browserState(key: string): Promise<BrowserState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await subscriptionOfBrowser()
  return Notification.permission === 'granted' && subscription && hasKey(subscription, key) ? 'on' : 'off'
}

/**
 * Asks for the permission and subscribes this browser. Returns null if the user refuses. Throws a DOMException if the
 * browser can't reach its push service.
 */
export async function subscribeBrowser(key: string): Promise<PushBrowserCreate | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(script)
  const { pushManager } = await navigator.serviceWorker.ready
  const former = await pushManager.getSubscription()
  // A subscription with another key can't be changed.
  if (former && !hasKey(former, key)) await former.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** Ends this browser's subscription, if it has one. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await subscriptionOfBrowser())?.unsubscribe()
}

async function subscriptionOfBrowser(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key
}
