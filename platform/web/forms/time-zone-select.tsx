import { useMemo } from 'react'
import { Combobox } from '#web/ui/combobox.tsx'
import type { ControlProps } from '#web/ui/field.tsx'
import { timeZoneOptions } from './time-zones.ts'

interface TimeZoneSelectProps extends ControlProps {
  value: string | null
  onChange: (value: string) => void
  disabled?: boolean
}

/** A time zone by its name. */
export function TimeZoneSelect({ value, ...rest }: TimeZoneSelectProps) {
  const options = useMemo(() => timeZoneOptions(value === null ? [] : [value]), [value])
  return <Combobox {...rest} value={value} options={options} placeholder="Choose a time zone" />
}
