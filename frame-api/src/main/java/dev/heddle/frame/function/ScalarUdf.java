package dev.heddle.frame.function;

/**
 * The code of a function of the user's own.
 *
 * <p>Arguments and results are of the classes that {@link dev.heddle.frame.Row#value} gives for
 * their types. An integer of another width, or an integer or decimal of another scale for a
 * decimal, is converted if nothing is lost. What the code throws ends the query with code {@code
 * USER_CODE}, and the message names the function and the values.
 *
 * <p><b>Threads.</b> Of a class an object is made for each thread that needs one, by the public
 * constructor without parameters. An object that was registered itself is shared by all threads.
 */
public sealed interface ScalarUdf
    permits Udf1, Udf2, Udf3, UdfN, BatchUdf, TableUdf, PartitionUdf, Udaf {}
