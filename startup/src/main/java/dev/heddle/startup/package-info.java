/**
 * What makes processes of the {@code heddle} command start fast. {@code docs/startup.md} lists
 * every trick, in this module or not, with what it saves and how that is measured.
 *
 * <p><b>Warm-ups.</b> A fresh process spends most of its time in initialisers. {@link
 * dev.heddle.startup.SessionWarmup} opens a session and meanwhile runs each {@link
 * dev.heddle.io.warmup.Warmup} that the text of the query calls for, on threads of its own. A
 * warm-up is in the package of what it warms and knows how; this module knows which, when and on
 * which thread. Warm-ups of one thread run in the order in which the query would wait for them. Two
 * threads never initialise classes that need each other: each would wait for the other for good.
 *
 * <p><b>Training.</b> The launcher makes an ahead-of-time cache of loaded and linked classes and of
 * what was learnt of methods, by a run over the files of {@link dev.heddle.startup.TrainingFiles}:
 * the command itself with {@code training.sql} for processes that run one script, and {@link
 * dev.heddle.startup.ClusterWarmup} for those of a cluster, which run for long. A class that the
 * training did not load is read from its jar and verified at each start, so a script covers each
 * kind of query; a class that only the training needs costs each start a little, so what makes its
 * files is a process of its own.
 *
 * <p>Nothing here is needed for a right answer, and a program that embeds Heddle has none of it on
 * its class path.
 */
@NullMarked
package dev.heddle.startup;

import org.jspecify.annotations.NullMarked;
