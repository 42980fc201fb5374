/** The version of the contract, GraphQL and REST alike. The minor number grows with additions, the major with breaks. */
export const API_VERSION = '1.1'
