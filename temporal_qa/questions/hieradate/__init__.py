"""HieraDate (Ho, Sugawara and Aizawa, 2022): comparisons of two lives, with probing questions about each step."""
