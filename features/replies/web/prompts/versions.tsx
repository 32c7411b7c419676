import { useQuery } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { Prompt, PromptVersion } from '../../contract.ts'
import { Differences } from '../differences.tsx'
import { versionsQuery } from './queries.ts'

interface VersionsProps {
  prompt: Prompt
  locked: boolean
  /** Restores a text; an empty one turns the prompt off. */
  onRestore: (text: string) => void
  onTest: ((version: { version: number; text: string }) => void) | undefined
}

/** The versions of a prompt, newest first: who saved each one and when, and what changed. */
export function Versions({ prompt, locked, onRestore, onTest }: VersionsProps) {
  const query = useQuery(versionsQuery(prompt.id))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the versions" />
  const versions = query.data ?? []
  return (
    <ol aria-label="Versions" className="flex flex-col gap-2">
      {versions.map((each, at) => {
        const { id, version, text, active, createdAt, createdBy } = each
        return (
          <li key={id} className="flex flex-col gap-1 rounded-lg bg-sunken px-3 py-2">
            <div className="flex flex-wrap items-center gap-2 text-muted">
              <span className="tabular wrap-anywhere min-w-0 flex-1 basis-48">
                Version {version} · {exactTime(createdAt)} · {createdBy?.email ?? 'a former member'}
                {!active && ' · off'}
              </span>
              {version !== prompt.version && onTest && active && (
                <Button size="small" aria-label={`Test version ${version}`} onClick={() => onTest({ version, text })}>
                  Test
                </Button>
              )}
              {version !== prompt.version && (
                <Button
                  size="small"
                  disabled={locked}
                  aria-label={`Restore version ${version}`}
                  onClick={() => onRestore(active ? text : '')}
                >
                  Restore
                </Button>
              )}
            </div>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              <Changes version={each} before={versions[at + 1]} />
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** A version's text, with what changed since the one before. */
function Changes({ version: { text, active }, before }: { version: PromptVersion; before: PromptVersion | undefined }) {
  if (!before?.active || !active) return text
  return <Differences from={before.text} to={text} />
}
