import type { CheckoutSettings } from '../../contract.ts'
import { call } from '../api.ts'

/** What happens in the provider's overlay. `declined` may be followed by another try. */
export type OverlayEvent = 'completed' | 'declined' | 'closed'

/** The part of Paddle.js that the checkout uses. The sandbox serves a stand-in with the same interface. */
interface PaddleScript {
  Environment: { set(environment: 'sandbox'): void }
  Initialize(options: { token: string; eventCallback: (event: { name?: string }) => void }): void
  Checkout: {
    open(options: {
      transactionId: string
      customer?: { email: string }
      settings: { displayMode: 'overlay'; theme: 'light'; locale: 'en'; allowLogout: boolean }
    }): void
    close(): void
  }
}

declare global {
  interface Window {
    Paddle?: PaddleScript
  }
}

const events: Record<string, OverlayEvent | undefined> = {
  'checkout.completed': 'completed',
  'checkout.payment.failed': 'declined',
  'checkout.payment.error': 'declined',
  'checkout.closed': 'closed',
}

/** The script is loaded and initialized once per page. */
let loading: Promise<PaddleScript> | null = null
let listener: ((event: OverlayEvent) => void) | null = null

/** Loads the provider's script. Throws an error for the user if it can't be loaded. */
export async function loadOverlay(): Promise<PaddleScript> {
  loading ??= initialize()
  try {
    return await loading
  } catch (error) {
    // The next click tries again.
    loading = null
    throw error
  }
}

async function initialize(): Promise<PaddleScript> {
  const settings = (await call('checkoutSettings', {})).data
  await loadScript(settings)
  const paddle = window.Paddle
  if (!paddle) throw new Error(unloaded)
  if (settings.environment === 'sandbox') paddle.Environment.set('sandbox')
  paddle.Initialize({
    token: settings.clientToken,
    eventCallback: ({ name = '' }) => {
      const event = events[name]
      if (event) listener?.(event)
    },
  })
  return paddle
}

const unloaded = "The checkout couldn't be loaded. Check your connection and content blockers, then try again."

function loadScript({ scriptUrl }: CheckoutSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = scriptUrl
    script.async = true
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(unloaded))
    })
    document.head.append(script)
  })
}

/** Opens the overlay for a transaction. `onEvent` receives its events until it is completed or closed. */
export function openOverlay(
  paddle: PaddleScript,
  { transactionId, email }: { transactionId: string; email: string | undefined },
  onEvent: (event: OverlayEvent) => void,
): void {
  listener = (event) => {
    if (event !== 'declined') listener = null
    // Our own page shows the outcome.
    if (event === 'completed') paddle.Checkout.close()
    onEvent(event)
  }
  paddle.Checkout.open({
    transactionId,
    ...(email && { customer: { email } }),
    settings: { displayMode: 'overlay', theme: 'light', locale: 'en', allowLogout: false },
  })
}
