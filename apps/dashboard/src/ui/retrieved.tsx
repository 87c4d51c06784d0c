import { ApiError } from '@papercups/client-core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { LoadFailure, Page, SectionSkeletons } from './page.js'

interface Props<Row> {
  query: UseQueryResult<Row>
  /** The title until the record has loaded. */
  title: string
  failure: string
  back: { to: string; label: string }
  heights: number[]
  wide?: boolean
  /** The user has just deleted the record, so "not found" is not shown. */
  leaving?: boolean
  children: (row: Row) => ReactNode
}

/** The page of one record. Shows an error when the record is deleted. */
export function Retrieved<Row extends { id: string }>(props: Props<Row>) {
  const { query, title, failure, back, heights, wide = false, leaving = false, children } = props
  const { data, error, refetch } = query
  const isGone = error instanceof ApiError && error.status === 404 && !leaving
  if (data && !isGone) return <Fragment key={data.id}>{children(data)}</Fragment>
  return (
    <Page title={title} back={back} wide={wide}>
      {error ? <LoadFailure title={failure} error={error} retry={refetch} /> : <SectionSkeletons heights={heights} />}
    </Page>
  )
}
