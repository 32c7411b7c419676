import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { contrastOf, inkOn, isColor, isReadable } from '#engine/brand/colors.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { FormError } from '#platform/ui/fields/form-error.tsx'
import { Input } from '#platform/ui/fields/input.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useSubmission } from '#platform/web/forms/submission.ts'
import { BrandBand } from '#platform/web/page/brand-band.tsx'
import type { Brand } from '../../contract.ts'
import { call } from '../api.ts'
import { agencyQuery, keepBrand } from '../queries.ts'
import { ColorField } from './color-field.tsx'
import { LogoField } from './logo-field.tsx'

/** The name, colors, and logo on the reports of the user's client projects. */
export function ReportBrand() {
  const agency = useQuery(agencyQuery)
  if (hasFailed(agency)) return <FetchFailure query={agency} title="Couldn't load your brand" />
  if (!agency.data) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-64 w-full" />
      </div>
    )
  }
  return <BrandForm brand={agency.data.brand} />
}

const first = { name: '', background: '#1e3a8a', ink: '#ffffff' }

function BrandForm({ brand }: { brand: Brand | null }) {
  const [name, setName] = useState(brand?.name ?? first.name)
  const [background, setBackground] = useState(brand?.background ?? first.background)
  const [ink, setInk] = useState(brand?.ink ?? first.ink)
  const [fault, setFault] = useState<string>()
  const { busy, error, send } = useSubmission()
  const isKnown = isColor(background) && isColor(ink)
  const canRead = isKnown && isReadable(ink, background)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setFault('Enter the name of your agency')
    if (!canRead) return
    void send(async () => {
      keepBrand((await call('brandPut', { body: { data: { name: name.trim(), background, ink } } })).data)
      notify({ title: 'Brand saved', color: 'green' })
    })
  }
  return (
    <div className="flex flex-col gap-8">
      <p className="text-pretty text-muted">
        Shared links, printed reports, and emailed reports of your client projects carry this band instead of Earshot's
        name. Clients also see it above their insights.
      </p>
      {isKnown && (
        <section aria-label="Preview">
          <BrandBand brand={{ name: name.trim() || 'Your agency', background, ink, logo: brand?.logo ?? null }} />
        </section>
      )}
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" error={fault} hint="Shown instead of the logo where images are blocked.">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={60}
              autoComplete="organization"
              onChange={(event) => {
                setName(event.target.value)
                setFault(undefined)
              }}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <ColorField label="Background" value={background} onChange={setBackground} />
          <ColorField
            label="Text"
            value={ink}
            onChange={setInk}
            error={isKnown && !canRead ? 'Too hard to read on this background' : undefined}
          />
        </div>
        {isKnown && (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
            Contrast {(Math.floor(contrastOf(ink, background) * 10) / 10).toFixed(1)} to 1. At least 4.5 to 1 is needed.
            {!canRead && (
              <Button size="small" onClick={() => setInk(inkOn(background))}>
                Use a readable color
              </Button>
            )}
          </p>
        )}
        <FormError>{error}</FormError>
        <Button type="submit" look="primary" busy={busy} disabled={!canRead} className="self-start">
          {busy ? 'Saving…' : 'Save brand'}
        </Button>
      </form>
      <LogoField brand={brand} />
    </div>
  )
}
