import type { ReactNode } from 'react'

/** One of the things to choose from. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
  /** Below the label: what it means, or why it is disabled. */
  detail?: string
  disabled?: boolean
}

/** The words of an option. */
export function OptionText({ text, detail }: { text: ReactNode; detail?: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="wrap-anywhere block">{text}</span>
      {detail && <span className="block text-muted text-sm">{detail}</span>}
    </span>
  )
}
