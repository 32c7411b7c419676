import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { agoText } from '#platform/web/text/age.ts'
import type { Exclusion, KeywordHealth, PhraseHealth } from '../../contract.ts'
import { exclusionText, figuresText, nothingText, recentText, tooCommonText, withinText } from './labels.ts'

interface FiguresProps {
  health: UseQueryResult<KeywordHealth>
  kind: PhraseHealth['kind']
  phrase: string
  /** True while stored posts are still being matched, so matches may be missing. */
  backfilling: boolean
  /** Excludes a word from the keyword; without it, the suggestion has no button. */
  onLeaveOut?: (word: string) => void
  /** The time of the latest match; omitted if unknown. */
  lastHitAt?: string | null
}

/** The statistics below a keyword or competitor, with suggestions. Renders nothing if they can't be loaded. */
export function Figures({
  health: { data, isPending },
  kind,
  phrase,
  backfilling,
  onLeaveOut,
  lastHitAt,
}: FiguresProps) {
  if (isPending) return <Skeleton className="my-1 h-3 w-56 max-w-full" />
  if (!data) return null
  const own = data.phrases.find((each) => each.kind === kind && each.phrase === phrase)
  const isTooCommon = kind === 'keyword' && data.tooCommon.includes(phrase)
  if (!own) {
    const text = backfilling ? 'Scanning stored posts' : nothingText(data, Date.now())
    return <p className="text-muted text-sm">{isTooCommon ? tooCommonText : text}</p>
  }
  const within = withinText(own)
  return (
    <div className="flex flex-col gap-1 text-muted text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        {data.from === 'live' && <Days days={own.days} />}
        <span className="tabular">{figuresText(own, data.from)}</span>
        <span className="tabular">
          {recentText(own, data, Date.now())}
          {lastHitAt && ` · latest ${agoText(lastHitAt, Date.now())}`}
        </span>
      </p>
      {isTooCommon && <p>{tooCommonText}</p>}
      {within && <p className="wrap-anywhere">{within}</p>}
      <Exclusions exclusions={own.exclusions} {...(onLeaveOut && { onLeaveOut })} />
    </div>
  )
}

interface ExclusionsProps {
  exclusions: readonly Exclusion[]
  onLeaveOut?: (word: string) => void
}

/** Words that rejected leads have in common, one per line. */
export function Exclusions({ exclusions, onLeaveOut }: ExclusionsProps) {
  return exclusions.map((exclusion) => (
    <p key={exclusion.word} className="wrap-anywhere">
      Excluding “<span className="font-medium text-ink">{exclusion.word}</span>” {exclusionText(exclusion)}
      {onLeaveOut && (
        <Button size="small" look="ghost" className="-my-1" onClick={() => onLeaveOut(exclusion.word)}>
          Exclude<span className="sr-only"> “{exclusion.word}”</span>
        </Button>
      )}
    </p>
  ))
}

const bar = { width: 3, gap: 1, height: 16 } as const

/** A bar per day, today last. Hidden from screen readers, as the numbers are next to it. */
function Days({ days }: { days: readonly number[] }) {
  const most = Math.max(1, ...days)
  return (
    <svg
      aria-hidden="true"
      width={days.length * (bar.width + bar.gap)}
      height={bar.height}
      className="max-w-full shrink-0 fill-accent"
    >
      {days.map((hits, day) => {
        const height = hits === 0 ? 1 : Math.max(2, (hits / most) * bar.height)
        const x = day * (bar.width + bar.gap)
        const bounds = { x, y: bar.height - height, width: bar.width, height, rx: 1 }
        // biome-ignore lint/suspicious/noArrayIndexKey: days have no other key
        return <rect key={day} {...bounds} {...(hits === 0 && { className: 'fill-line' })} />
      })}
    </svg>
  )
}
