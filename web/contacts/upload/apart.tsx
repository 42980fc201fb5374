import { Fragment } from 'react'

/** Values on one line, each isolated with its own text direction: an Arabic name must not reorder a date next to it. */
export function IsolatedValues({ values }: { values: readonly string[] }) {
  return values.map((value, index) => (
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{value}</bdi>
    </Fragment>
  ))
}
