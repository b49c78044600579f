-- condense
select count(*), sum(y) from (select x + 1 as y from (select n + 1 as x from (select * from events where few > 1) t where k = 0 or k = 7 or k = 14 or k = 21 or k = 28 or k = 35 or k = 42 or k = 49 or k = 56 or k = 63 or k = 70 or k = 77 or k = 84 or k = 91 or k = 98 or k = 105 or k = 112 or k = 119 or k = 126 or k = 133 or k = 140 or k = 147 or k = 154 or k = 161 or k = 168 or k = 175 or k = 182 or k = 189 or k = 196 or k = 203 or k = 210 or k = 217 or k = 224 or k = 231 or k = 238 or k = 245 or k = 252 or k = 259 or k = 266 or k = 273 or k = 280 or k = 287 or k = 294 or k = 301 or k = 308 or k = 315 or k = 322 or k = 329 or k = 336 or k = 343 or k = 350 or k = 357 or k = 364 or k = 371 or k = 378 or k = 385 or k = 392 or k = 399 or k = 406 or k = 413 or k = 420 or k = 427 or k = 434 or k = 441 or k = 448 or k = 455 or k = 462 or k = 469 or k = 476 or k = 483 or k = 490 or k = 497 or k = 504 or k = 511 or k = 518 or k = 525 or k = 532 or k = 539 or k = 546 or k = 553 or k = 560 or k = 567 or k = 574 or k = 581 or k = 588 or k = 595 or k = 602 or k = 609 or k = 616 or k = 623 or k = 630 or k = 637 or k = 644 or k = 651 or k = 658 or k = 665 or k = 672 or k = 679 or k = 686 or k = 693 or k = 700 or k = 707 or k = 714 or k = 721 or k = 728 or k = 735 or k = 742 or k = 749 or k = 756 or k = 763 or k = 770 or k = 777 or k = 784 or k = 791 or k = 798 or k = 805 or k = 812 or k = 819 or k = 826 or k = 833 or k = 840 or k = 847 or k = 854 or k = 861 or k = 868 or k = 875 or k = 882 or k = 889 or k = 896 or k = 903 or k = 910 or k = 917 or k = 924 or k = 931 or k = 938 or k = 945 or k = 952 or k = 959 or k = 966 or k = 973 or k = 980 or k = 987 or k = 994 or k = 1001 or k = 1008 or k = 1015 or k = 1022 or k = 1029 or k = 1036 or k = 1043 or k = 1050 or k = 1057 or k = 1064 or k = 1071 or k = 1078 or k = 1085 or k = 1092 or k = 1099 or k = 1106 or k = 1113 or k = 1120 or k = 1127 or k = 1134 or k = 1141 or k = 1148 or k = 1155 or k = 1162 or k = 1169 or k = 1176 or k = 1183 or k = 1190 or k = 1197 or k = 1204 or k = 1211 or k = 1218 or k = 1225 or k = 1232 or k = 1239 or k = 1246 or k = 1253 or k = 1260 or k = 1267 or k = 1274 or k = 1281 or k = 1288 or k = 1295 or k = 1302 or k = 1309 or k = 1316 or k = 1323 or k = 1330 or k = 1337 or k = 1344 or k = 1351 or k = 1358 or k = 1365 or k = 1372 or k = 1379 or k = 1386 or k = 1393) u) v;
-- unused joins
select count(*), sum(e.amount) from events e left join (select k, max(name) as name from dim group by k) d on e.k = d.k;
-- simplify
select k, sum(n + 1) as a, sum(n + 2) as b, sum(n + 3) as c from (select k, n from events union all select k, n from events where 1 > 2) x where k < 10 * 10 group by k order by k;
-- push
select count(*), sum(e.amount) from (select e.k, e.amount, d.region, d.name from events e left join dim d on e.k = d.k) e where e.region = 3 and e.k < 500;
-- join order
select count(*), sum(e.n) from events e, events f, dim d where e.k = f.k and e.k = d.k and d.name = 'name 1777' and f.few = 1;
-- aggregate early
select d.name, sum(e.amount) as s, count(*) as c from events e join dim d on e.k = d.k group by d.name order by d.name limit 10;
-- reduce groups
select count(*), sum(e.n) from events e join dim d on e.k = d.k join (select k, avg(amount) as a from events group by k) g on g.k = d.k where d.name = 'name 1777' and e.amount < g.a;
-- reuse scans
select count(*), max(e.id) from events e join (select g.k, g.m from dim d join (select k, max(amount) as m from events group by k) g on d.k = g.k where d.name = 'name 1777') x on e.k = x.k and e.amount = x.m;
-- Union
select count(*), sum(s) from (select k, sum(n) as s from events group by k union all select k, sum(n) as s from events where 1 > 2 group by k) x;
-- Minus
select count(*) from (select t from events except select t from words where 1 > 2) x;
-- Intersect
select count(*) from (select t from events intersect select t from words where 1 > 2) x;
-- PruneEmptyProject
select count(*), max(x) from (select length(t) as x from events union all select length(t) as x from words where 1 > 2) y;
-- PruneEmptyFilter
select count(*), sum(e.n), max(d.c) from events e left join (select k, count(*) as c from events where 1 > 2 group by k having count(*) > 2) d on e.k = d.k;
-- PruneEmptySort
select count(*), max(k) from (select k from events union all (select k from events where 1 > 2 order by k offset 1)) x;
-- PruneSortLimit0
select count(*), max(t) from (select t from events order by amount limit 0) x;
-- PruneEmptyGroups
select count(*), sum(e.n), max(d.c) from events e left join (select k, count(*) as c from events where 1 > 2 group by k) d on e.k = d.k;
-- PruneEmptyJoin(left)
select count(*), sum(e.n) from (select k, region from dim where 1 > 2) d right join events e on e.k = d.k where d.region is null;
-- PruneEmptyJoin(right)
select count(*), sum(e.n), max(d.region) from events e left join (select k, region from dim where 1 > 2) d on e.k = d.k;
-- ManyInequalities
select count(*) from events where k <> 5 and k <> 7 and k <> 9 and k <> 11 and k <> 13 and k <> 15 and k <> 17 and k <> 19 and k <> 21 and k <> 23 and k <> 25 and k <> 27 and k <> 29 and k <> 31 and k <> 33 and k <> 35 and k <> 37 and k <> 39 and k <> 41 and k <> 43 and k <> 45 and k <> 47 and k <> 49 and k <> 51 and k <> 53 and k <> 55 and k <> 57 and k <> 59 and k <> 61 and k <> 63 and k <> 65 and k <> 67 and k <> 69 and k <> 71 and k <> 73 and k <> 75 and k <> 77 and k <> 79 and k <> 81 and k <> 83 and k <> 85 and k <> 87 and k <> 89 and k <> 91 and k <> 93 and k <> 95 and k <> 97 and k <> 99 and k <> 101 and k <> 103 and k <> 105 and k <> 107 and k <> 109 and k <> 111 and k <> 113 and k <> 115 and k <> 117 and k <> 119 and k <> 121 and k <> 123 and k <> 125 and k <> 127 and k <> 129 and k <> 131 and k <> 133 and k <> 135 and k <> 137 and k <> 139 and k <> 141 and k <> 143 and k <> 145 and k <> 147 and k <> 149 and k <> 151 and k <> 153 and k <> 155 and k <> 157 and k <> 159 and k <> 161 and k <> 163 and k <> 165 and k <> 167 and k <> 169 and k <> 171 and k <> 173 and k <> 175 and k <> 177 and k <> 179 and k <> 181 and k <> 183 and k <> 185 and k <> 187 and k <> 189 and k <> 191 and k <> 193 and k <> 195 and k <> 197 and k <> 199 and k <> 201 and k <> 203 and k <> 205 and k <> 207 and k <> 209 and k <> 211 and k <> 213 and k <> 215 and k <> 217 and k <> 219 and k <> 221 and k <> 223 and k <> 225 and k <> 227 and k <> 229 and k <> 231 and k <> 233 and k <> 235 and k <> 237 and k <> 239 and k <> 241 and k <> 243 and k <> 245 and k <> 247 and k <> 249 and k <> 251 and k <> 253 and k <> 255 and k <> 257 and k <> 259 and k <> 261 and k <> 263 and k <> 265 and k <> 267 and k <> 269 and k <> 271 and k <> 273 and k <> 275 and k <> 277 and k <> 279 and k <> 281 and k <> 283 and k <> 285 and k <> 287 and k <> 289 and k <> 291 and k <> 293 and k <> 295 and k <> 297 and k <> 299 and k <> 301 and k <> 303 and k <> 305 and k <> 307 and k <> 309 and k <> 311 and k <> 313 and k <> 315 and k <> 317 and k <> 319 and k <> 321 and k <> 323 and k <> 325 and k <> 327 and k <> 329 and k <> 331 and k <> 333 and k <> 335 and k <> 337 and k <> 339 and k <> 341 and k <> 343 and k <> 345 and k <> 347 and k <> 349 and k <> 351 and k <> 353 and k <> 355 and k <> 357 and k <> 359 and k <> 361 and k <> 363 and k <> 365 and k <> 367 and k <> 369 and k <> 371 and k <> 373 and k <> 375 and k <> 377 and k <> 379 and k <> 381 and k <> 383 and k <> 385 and k <> 387 and k <> 389 and k <> 391 and k <> 393 and k <> 395 and k <> 397 and k <> 399 and k <> 401 and k <> 403 and k <> 405 and k <> 407 and k <> 409 and k <> 411 and k <> 413 and k <> 415 and k <> 417 and k <> 419 and k <> 421 and k <> 423 and k <> 425 and k <> 427 and k <> 429 and k <> 431 and k <> 433 and k <> 435 and k <> 437 and k <> 439 and k <> 441 and k <> 443 and k <> 445 and k <> 447 and k <> 449 and k <> 451 and k <> 453 and k <> 455 and k <> 457 and k <> 459 and k <> 461 and k <> 463 and k <> 465 and k <> 467 and k <> 469 and k <> 471 and k <> 473 and k <> 475 and k <> 477 and k <> 479 and k <> 481 and k <> 483 and k <> 485 and k <> 487 and k <> 489 and k <> 491 and k <> 493 and k <> 495 and k <> 497 and k <> 499 and k <> 501 and k <> 503 and k <> 505 and k <> 507 and k <> 509 and k <> 511 and k <> 513 and k <> 515 and k <> 517 and k <> 519 and k <> 521 and k <> 523 and k <> 525 and k <> 527 and k <> 529 and k <> 531 and k <> 533 and k <> 535 and k <> 537 and k <> 539 and k <> 541 and k <> 543 and k <> 545 and k <> 547 and k <> 549 and k <> 551 and k <> 553 and k <> 555 and k <> 557 and k <> 559 and k <> 561 and k <> 563 and k <> 565 and k <> 567 and k <> 569 and k <> 571 and k <> 573 and k <> 575 and k <> 577 and k <> 579 and k <> 581 and k <> 583 and k <> 585 and k <> 587 and k <> 589 and k <> 591 and k <> 593 and k <> 595 and k <> 597 and k <> 599 and k <> 601 and k <> 603 and k <> 605 and k <> 607 and k <> 609 and k <> 611 and k <> 613 and k <> 615 and k <> 617 and k <> 619 and k <> 621 and k <> 623 and k <> 625 and k <> 627 and k <> 629 and k <> 631 and k <> 633 and k <> 635 and k <> 637 and k <> 639 and k <> 641 and k <> 643 and k <> 645 and k <> 647 and k <> 649 and k <> 651 and k <> 653 and k <> 655 and k <> 657 and k <> 659 and k <> 661 and k <> 663 and k <> 665 and k <> 667 and k <> 669 and k <> 671 and k <> 673 and k <> 675 and k <> 677 and k <> 679 and k <> 681 and k <> 683 and k <> 685 and k <> 687 and k <> 689 and k <> 691 and k <> 693 and k <> 695 and k <> 697 and k <> 699;
-- ReduceExpressionsRule(Filter)
select count(*), max(t) from events where id < 1000 * 10 and few < 3 + 4;
-- ReduceExpressionsRule(Project)
select max(coalesce(t, url)) from events;
-- ReduceExpressionsRule(Join)
select count(*), max(d.region) from (select * from events where id < 5000) e left join dim d on not (e.k <> d.k);
-- FilterMergeRule
select count(*), sum(t.amount) from (select * from events where n > 300) t left join dim d on t.k = d.k where t.n < 200;
-- ProjectMergeRule
select sum(y) from (select x * 2 as y from (select n + few as x from events) t where x > 2) u;
-- ProjectRemoveRule
select count(*), sum(e.amount) from events e where e.n > 100;
-- UnionMergeRule
select sum(n) from (select n from events union all select n from (select n from events union all select few from events) t where 1 < 2) x;
-- AggregateRemoveRule
select count(*), sum(a) from (select k, t, a from (select k, t, max(amount) as a from events group by k, t) x group by k, t, a) y;
-- ComputedGroupKeys
select count(*), max(x) from (select t, t || '!' as x, length(t) as y, sum(n) as n from events group by t, t || '!', length(t)) z;
-- RemoveDependentGroupKeys
select count(*), sum(n) from (select x.k, x.t, x.u, count(*) as n from (select k, max(t) as t, max(url) as u from events group by k) x join dim d on x.k = d.k group by x.k, x.t, x.u) y;
-- AggregateProjectMergeRule
select min(id) as a, max(id) as b, count(*) as c from events;
-- SortRemoveConstantKeysRule
select few, amount, id from events where few = 3 order by few, amount, id limit 100000 offset 99990;
-- RemoveDependentSortKeys
select k, t from (select k, max(t) as t from events group by k) x order by k, t limit 50000 offset 49990;
-- SortRemoveRedundantRule
select count(*) as c, sum(amount) as s from events order by c, s;
-- SortMergeRule:LIMIT_MERGE
select count(*), sum(n) from (select * from (select n from events limit 500000) t limit 3000) u;
-- AggregateCaseToFilterRule
select sum(case when few = 0 then amount end), sum(case when few = 1 then amount end), sum(case when few = 2 then amount end), count(case when n > 100 then 1 end) from events;
-- ShiftedSums
select sum(n), sum(n + 1), sum(n + 2), sum(n + 3), sum(n + 4), sum(n + 5), sum(n + 6), sum(n + 7), sum(n + 8), sum(n + 9) from events;
-- KnownAggregates
select count(*), count(t), min(id), max(id) from events;
-- FilterIntoJoinRule
select count(*), sum(x.amount) from (select e.amount, d.region from events e left join dim d on e.k = d.k) x where x.region = 3;
-- JoinConditionPushRule
select count(*), max(d.region) from events e left join dim d on e.k = d.k and d.region = 3;
-- InferJoinFilters
select count(*), sum(e.amount) from events e join dim d on e.k = d.k where e.k < 2000 and d.k > 4000;
-- FilterProjectTransposeRule
select count(*), sum(x) from (select n + 1 as x, length(url) as y, id from events) t where id < 5000;
-- FilterAggregateTransposeRule
select count(*), sum(s) from (select k, t, sum(amount) as s from events group by k, t) x where k < 20;
-- FilterSetOpTransposeRule
select count(*) from (select k, t from events union select k, t from events) x where k < 20;
-- SortProjectTransposeRule
select id, regexp_replace(url, '[aeiou]+', '-', 'g') as y, amount from events order by amount, id limit 20;
-- PartitionFilterRule
select count(*), sum(s) from (select k, sum(amount) over (partition by k order by id) as s from events) x where k < 20;
-- MarkJoinFilterRule
select few, e, c from (select few, e, count(*) as c from (select few, exists (select 1 from dim d where d.k = f.k and d.region = 3) as e from events f) t group by few, e) u where few = 1 order by e;
-- UnnestFilterRule
select count(*), sum(length(part)) from (select id, unnest(string_split(url, '/')) as part from events) x where id < 5000;
-- AsOfFilterRule
select count(*), sum(s.a) from events e asof join spans s on e.few = s.few and e.id >= s.a where e.id < 5000;
-- shared parts
select count(*), max(a.s) from (select t, sum(amount) as s from events group by t) a join (select t, sum(amount) as s from events group by t) b on a.s = b.s;
-- nested sets
select count(*), max(s) from (select k, t, n, sum(amount) as s from events group by rollup (k, t, n)) x;
-- input order
select key, v from runs order by key limit 10 offset 20000;
-- merge costs
select count(*), sum(r.v + m.w) from runs r join marks m on r.key = m.key;
-- late columns
select * from events order by amount, id limit 20;
