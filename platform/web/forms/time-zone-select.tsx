import { useMemo } from 'react'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { ControlProps } from '../../ui/fields/field.tsx'
import { timeZoneOptions } from './time-zones.ts'

interface TimeZoneSelectProps extends ControlProps {
  value: string | null
  onChange: (value: string) => void
  disabled?: boolean
}

/** A select of time zones by name. */
export function TimeZoneSelect({ value, ...rest }: TimeZoneSelectProps) {
  const options = useMemo(() => timeZoneOptions(value === null ? [] : [value]), [value])
  return <Combobox {...rest} value={value} options={options} placeholder="Choose a time zone" />
}
