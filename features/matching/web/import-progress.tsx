import { Progress } from '#platform/ui/progress.tsx'
import { bytesText } from '#platform/web/text/bytes.ts'
import type { Import } from '../contract.ts'
import { useSpeed } from './use-speed.ts'
import { countsText, countText, durationText } from './words.ts'

interface ImportProgressProps {
  row: Import
  label: string
  sending: 'sending' | 'reconnecting' | null
}

/** How far an import is, how fast, how long still, and what came of it so far. */
export function ImportProgress({ row, label, sending }: ImportProgressProps) {
  const speed = useSpeed(row)
  const isReading = row.state === 'running'
  const parts = [`${bytesText(row.bytesDone)} of ${bytesText(row.bytesTotal)}`]
  const counts = countsText(row)
  if (isReading && counts) parts.push(counts)
  if (isReading && speed) parts.push(`${countText(Math.round(speed.itemsPerSecond), 'item')}/s`)
  if (sending === 'reconnecting') parts.push('connection lost, trying again')
  else if (speed?.secondsLeft && (isReading || sending)) parts.push(`${durationText(speed.secondsLeft)} left`)
  return <Progress label={label} value={row.bytesDone} max={row.bytesTotal} noun="bytes" text={parts.join(' · ')} />
}
