import { useMemo } from 'react'
import type { PostTextProps } from '#platform/web/feature.ts'
import { PostBody } from './post-body.tsx'

/** The text of a post outside the leads, shown as in the lead panel. */
export function PostText({ source, marks }: PostTextProps) {
  const shown = useMemo(() => marks.map(([start, end]) => ({ start, end, reasons: [], earned: true })), [marks])
  return (
    <div dir="auto" className="strangers-text">
      <PostBody source={source} marks={shown} />
    </div>
  )
}
