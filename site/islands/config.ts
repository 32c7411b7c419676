import type { RuntimeConfig } from '#features/operations/contract.ts'

/** Fetches the run-time configuration (DECISIONS 27). Throws if the server doesn't respond. */
export async function readConfig(signal: AbortSignal): Promise<RuntimeConfig> {
  const answer = await fetch('/api/config', { signal })
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
  return answer.json()
}
