import { agoText, exactTime } from '#platform/web/text/age.ts'

/** How long ago something was, with the exact time as its title. */
export function Ago({ at, never = 'Never' }: { at: string | null; never?: string }) {
  if (at === null) return <span className="text-faint">{never}</span>
  return (
    <time dateTime={at} title={exactTime(at)} className="tabular whitespace-nowrap text-muted">
      {agoText(at, Date.now())}
    </time>
  )
}
