/**
 * Area codes that lie in one time zone, but for a few people, by the country code of their countries; codes that lie in
 * several, and those of mobile phones in Australia and Russia, are left out. People take mobile numbers along when they
 * move, so an area code says less than any place written beside it.
 *
 * Sources: the numbering plans of NANPA, ACMA, Anatel, CNMC, ANACOM and Roskomnadzor, compared with libphonenumber's zones of prefixes
 * (2026-07). Left out against the latter: 364, 930 and 448, which share the two zones of 270, 812 and 850.
 */
const AREA_CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The United States and Canada.
  1: {
    'America/New_York':
      '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276 283 301 302 ' +
      '304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386 401 404 407 410 412 413 ' +
      '419 434 440 443 445 463 470 472 475 478 484 502 508 513 516 517 518 540 551 561 567 570 571 582 585 ' +
      '586 603 607 609 610 614 616 617 631 640 645 646 656 667 678 680 681 686 703 704 706 716 717 718 724 ' +
      '727 728 732 734 740 743 754 757 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828 ' +
      '835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917 919 929 934 ' +
      '937 941 943 947 948 954 959 973 978 980 984 989',
    'America/Chicago':
      '205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320 325 327 331 ' +
      '334 337 346 353 361 402 405 409 414 417 430 432 447 464 469 479 501 504 507 512 515 531 534 539 557 ' +
      '563 572 573 580 601 608 612 615 618 629 630 636 641 651 659 660 662 682 689 708 712 713 715 726 730 ' +
      '731 737 763 769 773 779 806 815 816 817 830 832 847 870 872 901 903 913 918 920 931 936 938 940 945 ' +
      '952 956 972 975 979 985',
    'America/Denver': '303 307 385 406 435 505 575 719 720 748 801 915 970 983',
    'America/Phoenix': '480 520 602 623',
    'America/Los_Angeles':
      '206 209 213 253 279 310 323 341 350 360 369 408 415 424 425 442 458 503 509 510 530 559 562 564 619 ' +
      '626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 840 858 909 916 925 949 951 971',
    'America/Anchorage': '907',
    'Pacific/Honolulu': '808',
    'America/Toronto':
      '226 249 263 289 343 354 365 367 382 416 418 437 438 450 468 514 519 548 579 581 613 647 683 705 742 ' +
      '753 819 873 905 942',
    'America/Winnipeg': '204 431 474 584',
    'America/Regina': '306 639',
    'America/Edmonton': '368 403 587 780 825',
    'America/Vancouver': '236 257 604 672 778',
    'America/Halifax': '428 506 782 902',
  },
  // Australia.
  61: { 'Australia/Sydney': '2', 'Australia/Melbourne': '3', 'Australia/Brisbane': '7' },
  // Brazil.
  55: {
    'America/Sao_Paulo':
      '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 ' +
      '71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 93 94 96 98 99',
    'America/Cuiaba': '65 66',
    'America/Campo_Grande': '67',
    'America/Rio_Branco': '68',
    'America/Porto_Velho': '69',
    'America/Manaus': '92',
    'America/Boa_Vista': '95',
  },
  // The Canary Islands and the Azores; the rest of Spain and Portugal is in their usual zones.
  34: { 'Atlantic/Canary': '822 828 922 928' },
  351: { 'Atlantic/Azores': '292 295 296' },
  // Russia.
  7: {
    'Europe/Moscow': '495 496 498 499 812 813 831 843 861 863',
    'Europe/Kaliningrad': '401',
    'Europe/Samara': '846',
    'Asia/Yekaterinburg': '343 342 345 347 351',
    'Asia/Omsk': '381',
    'Asia/Novosibirsk': '383',
    'Asia/Krasnoyarsk': '391',
    'Asia/Irkutsk': '395',
    'Asia/Vladivostok': '421 423',
  },
}
const ZONES = new Map(
  Object.entries(AREA_CODES).flatMap(([country, zones]) =>
    Object.entries(zones).flatMap(([zone, codes]) => codes.split(' ').map((code) => [`+${country} ${code}`, zone])),
  ),
)
const AREA_CODE_MAX_LENGTH = 3

/**
 * Returns the time zone of a phone number's area code; null if the code lies in several or is not known.
 *
 * @param country country code without +
 * @param number the digits after it
 */
export function zoneOfAreaCode(country: string, number: string): string | null {
  for (let length = AREA_CODE_MAX_LENGTH; length > 0; length -= 1) {
    const zone = ZONES.get(`+${country} ${number.slice(0, length)}`)
    if (zone !== undefined) return zone
  }
  return null
}
