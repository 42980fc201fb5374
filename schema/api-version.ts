/** Version of the contract, GraphQL and REST alike: additions raise the minor number, changes that break clients the major. */
export const API_VERSION = '1.0'
