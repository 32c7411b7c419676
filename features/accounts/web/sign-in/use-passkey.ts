import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#platform/web/api/call-error.ts'
import { call } from '../api.ts'
import { askForPasskey, passkeyFault, stopAsking, suggestsPasskeys } from '../passkey-browser.ts'
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

  async function signIn(suggest: boolean): Promise<void> {
    const { data: options } = await call('passkeyChallengeCreate', {})
    const credential = await askForPasskey(options, suggest)
    await call('passkeySignIn', { body: { credential } })
    await enter()
  }

  async function onClick(): Promise<void> {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await signIn(false)
    } catch (failure) {
      setError(messageOf(failure))
      setTurn((last) => last + 1)
    }
    setBusy(false)
  }

  const suggest = useEffectEvent(async () => {
    try {
      if (await suggestsPasskeys()) await signIn(true)
    } catch (failure) {
      // Without a passkey chosen, the person signs in another way and needs no message.
      if (failure instanceof CallError) setError(failure.message)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn starts another question
  useEffect(() => {
    void suggest()
    return () => void stopAsking()
  }, [turn])

  return { busy, error, onClick: () => void onClick() }
}

function messageOf(failure: unknown): string | undefined {
  return failure instanceof CallError ? failure.message : (passkeyFault(failure) ?? undefined)
}
