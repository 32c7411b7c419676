import { isColor } from '#engine/brand/colors.ts'
import { Field } from '#platform/ui/fields/field.tsx'
import { Input } from '#platform/ui/fields/input.tsx'

interface ColorFieldProps {
  label: string
  /** As typed; a color such as `#1d4ed8` once it is one. */
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A color, picked or typed. */
export function ColorField({ label, value, onChange, error }: ColorFieldProps) {
  const type = (text: string) => onChange(text.trim().toLowerCase())
  const fault = isColor(value) ? error : 'Enter a color such as #1d4ed8'
  return (
    <Field label={label} error={fault}>
      {(control) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick the color: ${label.toLowerCase()}`}
            value={isColor(value) ? value : '#000000'}
            onChange={(event) => type(event.target.value)}
            className="h-10 w-12 shrink-0 cursor-pointer rounded-lg border border-edge bg-raised p-1"
          />
          <Input
            {...control}
            value={value}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => type(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}
