import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '#platform/web/api/call-error.ts'
import type { Assertion } from '../../contract-passkeys.ts'
import { call } from '../api.ts'
import { askForPasskey, offersPasskeys, passkeyFault, stopAsking, suggestsPasskeys } from '../passkey-browser.ts'
import { useEnterApp } from './use-enter.ts'

/**
 * Signs in with a passkey: on a button, and suggested by the browser in the field with `autoComplete` webauthn while the
 * page is open.
 */
export function usePasskey() {
  const enter = useEnterApp()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  // Another turn waits for a suggestion again.
  const [turn, setTurn] = useState(0)
  const waiting = useRef<AbortController>(null)

  async function signIn(credential: Assertion): Promise<void> {
    await call('passkeySignIn', { body: { credential } })
    await enter()
  }

  function fail(failure: unknown): void {
    setError(failure instanceof CallError ? failure.message : (passkeyFault(failure) ?? undefined))
    setTurn((last) => last + 1)
  }

  async function onClick(): Promise<void> {
    if (busy) return
    waiting.current?.abort()
    setBusy(true)
    setError(undefined)
    try {
      const { data: options } = await call('passkeyChallengeCreate', {})
      await signIn(await askForPasskey(options))
    } catch (failure) {
      fail(failure)
    }
    setBusy(false)
  }

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    const credential = await suggested(signal)
    if (credential) await signIn(credential).catch(fail)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn starts another question
  useEffect(() => {
    const leaving = new AbortController()
    waiting.current = leaving
    void suggest(leaving.signal)
    return () => {
      leaving.abort()
      if (offersPasskeys()) void stopAsking()
    }
  }, [turn])

  return { busy, error, onClick: () => void onClick() }
}

/** Returns the passkey that was chosen in the field; null if none was, which needs no message. */
async function suggested(signal: AbortSignal): Promise<Assertion | null> {
  try {
    if (!(await suggestsPasskeys()) || signal.aborted) return null
    const { data: options } = await call('passkeyChallengeCreate', { signal })
    return signal.aborted ? null : await askForPasskey(options, true)
  } catch {
    // The person signs in another way, or sees the reason after pressing the button.
    return null
  }
}
