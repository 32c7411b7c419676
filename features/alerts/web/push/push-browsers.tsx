import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { Switch } from '#platform/ui/fields/switch.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import type { PushBrowser } from '../../contract-push.ts'
import { call } from '../api.ts'
import { type BrowserState, browserState, subscribeBrowser, unsubscribeBrowser } from './this-browser.ts'

/** The user's browsers with notifications, and the state of this one. */
const pushQuery = queryOptions({
  queryKey: ['push-browsers'],
  queryFn: async ({ signal }) => {
    const { key, browsers } = (await call('pushBrowsersFind', { signal })).data
    const own = browsers.find(({ current }) => current)
    const state = await browserState(key)
    // Both have to know of it: a session of this browser that ended took its subscription along.
    return [{ key, own, others: browsers.filter((each) => each !== own), state: own || state !== 'on' ? state : 'off' }]
  },
})

interface Push {
  key: string
  own: PushBrowser | undefined
  others: PushBrowser[]
  state: BrowserState
}

/** Turns notifications on and off in this browser, and off in the user's others. */
export function PushBrowsers() {
  const query = useQuery(pushQuery)
  return (
    <section aria-label="Push notifications" className="flex flex-col gap-3 rounded-xl border border-line p-4">
      <RowsState name="the push settings" query={query} empty={null}>
        {([push]) => push && <ThisBrowser push={push} />}
      </RowsState>
    </section>
  )
}

const hints: Record<BrowserState, string> = {
  unsupported: "This browser doesn't support push notifications.",
  denied: "Notifications are blocked. Allow them for this site in your browser's settings, then reload the page.",
  off: 'Alert rules that send push notifications can reach this browser while you are signed in.',
  on: 'Alert rules that send push notifications reach this browser until you sign out.',
}

function ThisBrowser({ push: { key, own, others, state } }: { push: Push }) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<'switch' | 'test' | null>(null)

  async function during(what: 'switch' | 'test', work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(what)
    await withErrorToast(work)
    await queryClient.invalidateQueries({ queryKey: pushQuery.queryKey })
    setBusy(null)
  }

  async function turnOn(): Promise<void> {
    const subscription = await subscribeBrowser(key).catch(() => 'failed' as const)
    if (subscription === 'failed') {
      notify({
        title: "Couldn't turn on notifications",
        description: "This browser's push service didn't respond. Try again later.",
        color: 'red',
      })
    } else if (subscription) {
      await call('pushBrowserCreate', { body: { data: subscription } })
      notify({ title: 'This browser shows your notifications' })
    }
  }

  async function turnOff(): Promise<void> {
    await unsubscribeBrowser()
    if (own) await call('pushBrowserDelete', { id: own.id })
  }

  async function test(id: string): Promise<void> {
    const { sent, reason } = (await call('pushTestCreate', { id })).data
    if (sent) notify({ title: 'Test sent. It appears within seconds.' })
    else notify({ title: "The test wasn't sent", description: reason ?? '', color: 'amber' })
  }

  return (
    <>
      <Switch
        label="Notify this browser"
        hint={hints[state]}
        checked={state === 'on'}
        disabled={busy !== null || state === 'unsupported' || state === 'denied'}
        onChange={(isOn) => void during('switch', isOn ? turnOn : turnOff)}
      />
      {state === 'on' && own && (
        <Button
          size="small"
          className="self-start"
          busy={busy === 'test'}
          onClick={() => void during('test', () => test(own.id))}
        >
          Send test notification
        </Button>
      )}
      {others.length > 0 && (
        <ul aria-label="Other browsers" className="divide-y divide-line border-line border-t">
          {others.map((browser) => (
            <OtherBrowser
              key={browser.id}
              browser={browser}
              onTurnOff={() => void during('switch', () => call('pushBrowserDelete', { id: browser.id }))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function OtherBrowser({ browser: { device }, onTurnOff }: { browser: PushBrowser; onTurnOff: () => void }) {
  const name = device || 'Unknown browser'
  return (
    <li className="flex items-center justify-between gap-3 pt-2 first:pt-3">
      <span className="wrap-anywhere min-w-0 text-sm">Also on: {name}</span>
      <Button size="small" onClick={onTurnOff}>
        Turn off<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
