import type { ReactNode } from 'react'

/** An option to choose. */
export interface Option<Value extends string = string> {
  value: Value
  label: string
  /** Below the label: an explanation, or why it is disabled. */
  detail?: string
  disabled?: boolean
}

/** The label and detail of an option. */
export function OptionText({ text, detail }: { text: ReactNode; detail?: string | undefined }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="wrap-anywhere block">{text}</span>
      {detail && <span className="block text-muted text-sm">{detail}</span>}
    </span>
  )
}
