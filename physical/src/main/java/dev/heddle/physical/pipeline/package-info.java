/**
 * Runs a plan: {@link dev.heddle.physical.pipeline.PipelineBuilder} cuts it where a node needs all
 * of its input before its first output: there a pipeline ends in the node's sink, and a later one
 * begins with its source. In between each thread pushes batches of a few thousand rows through
 * operators of its own, made by factories that hold what the threads share. {@link
 * dev.heddle.physical.pipeline.PipelineRunner} runs the pipelines in order.
 */
@NullMarked
package dev.heddle.physical.pipeline;

import org.jspecify.annotations.NullMarked;
